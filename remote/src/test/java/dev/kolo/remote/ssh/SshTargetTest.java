package dev.kolo.remote.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SshTargetTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "spark1",
                "spark-1.local",
                "owner@spark1",
                "192.168.1.11",
                "fe80::1%enp1s0f0np0",
                "me@[::1]",
                "my_alias",
                "ssh://owner@spark1:2222",
                "größe"
            })
    void takesNamesAddressesAndUrls(String text) {
        assertThat(SshTarget.problem(text)).isEmpty();
        assertThat(new SshTarget(text)).hasToString(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "-oProxyCommand=reboot",
                "me@-oProxyCommand=reboot",
                "ssh://-oProxyCommand=reboot",
                "a b",
                "a;reboot",
                "$(reboot)",
                "`reboot`",
                "a\nb",
                "a\u001b[31m",
                "a\u0085",
                "a\u2028b",
                "'",
                "a/b",
                "~root",
                "a|b"
            })
    void refusesWhatCouldBeAnOptionOrReachAShell(String text) {
        assertThat(SshTarget.problem(text)).isNotEmpty().doesNotContain("\u001b", "\n");
        assertThatThrownBy(() -> new SshTarget(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void namesTheCharacterThatItRefuses() {
        assertThat(SshTarget.problem("a;reboot")).contains("';'");
        assertThat(SshTarget.problem("x".repeat(300))).contains("300 characters");
    }
}
