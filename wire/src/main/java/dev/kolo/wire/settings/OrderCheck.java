package dev.kolo.wire.settings;

/** Whether set-up tries that payload comes before its flag. */
public enum OrderCheck {
    /** Where only the NIC orders them, so that nothing but a trial can show it for this pair of NIC and CPU. */
    AUTO,
    ON,
    OFF
}
