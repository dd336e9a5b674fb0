package dev.kolo.plan.relay;

import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.address.MacAddress;
import dev.kolo.plan.PlannedFunction;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Groups of any size for tests: port 0 faces up, port 1 faces down. */
final class Groups {
    private Groups() {}

    static Group ring(int size, int planes) {
        return group(size, planes, true);
    }

    static Group path(int size, int planes) {
        return group(size, planes, false);
    }

    private static Group group(int size, int planes, boolean closed) {
        List<Group.Member> members = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            List<PlannedFunction> up = new ArrayList<>();
            List<PlannedFunction> down = new ArrayList<>();
            for (int plane = 0; plane < planes; plane++) {
                if (closed || i + 1 < size) {
                    up.add(function(i, 0, plane, i));
                }
                if (closed || i > 0) {
                    down.add(function(i, 1, plane, (i + size - 1) % size));
                }
            }
            members.add(new Group.Member("h" + i, i, up, down));
        }
        return new Group(members, closed, planes);
    }

    private static PlannedFunction function(int host, int port, int plane, int cable) {
        return new PlannedFunction(
                "en" + (plane == 0 ? "" : "P2") + "p1s0f" + port + "np" + port,
                Optional.of("roce" + (plane == 0 ? "" : "P2") + "p1s0f" + port),
                Optional.of(new MacAddress(0x02_0000_0000_00L | (long) host << 16 | port << 8 | plane)),
                Optional.of(Ipv4Address.of(10, 41 + plane, cable, 1 + port)),
                OptionalInt.of(24),
                0,
                port,
                plane,
                Optional.empty(),
                true,
                false);
    }
}
