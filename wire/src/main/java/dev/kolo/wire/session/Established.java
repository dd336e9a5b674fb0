package dev.kolo.wire.session;

import dev.kolo.fabric.finding.Finding;
import dev.kolo.fabric.lanes.LaneTable;
import dev.kolo.wire.collective.Engine;
import dev.kolo.wire.nic.LaneRequest;
import dev.kolo.wire.nic.Nic;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A transport that all ranks have set up and tried.
 *
 * @param kind {@code shm}, {@code tcp}, {@code verbs}
 * @param nic the NIC; the session closes it
 * @param engine its engine, with the trial's operations done
 * @param table the lanes that pairing gave; empty for NICs without devices
 * @param notices what pairing had to say
 * @param deviceLines one line a lane, for the log
 * @param orderChecked what the check of payload before flag saw; empty when there was none
 */
public record Established(
        String kind,
        Nic nic,
        Engine engine,
        Optional<LaneTable> table,
        List<Finding> notices,
        List<String> deviceLines,
        Optional<String> orderChecked) {
    static Established of(Draft draft) {
        List<String> lines = new ArrayList<>();
        for (LaneRequest request : draft.requests()) {
            lines.add("lane " + request.index() + " to rank " + request.peer() + ": "
                    + draft.nic().describeLane(request.lane()));
        }
        return new Established(
                draft.offer.kind(),
                draft.nic(),
                draft.engine.orElseThrow(),
                draft.table,
                draft.notices,
                lines,
                draft.orderChecked);
    }

    public Established {
        notices = List.copyOf(notices);
        deviceLines = List.copyOf(deviceLines);
    }
}
