package dev.kolo.wire.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.address.PciAddress;
import dev.kolo.fabric.lanes.DeviceRecord;
import dev.kolo.fabric.lanes.LaneTable;
import dev.kolo.fabric.lanes.RankRecord;
import dev.kolo.wire.session.PlannedLanes.Planned;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lanes of a plan: whole as text, over the devices that ranks have, refused by name where they do not fit. */
class PlannedLanesTest {
    private static PlannedLanes ring(int world, boolean relayed) {
        List<Planned> lanes = new ArrayList<>();
        for (int low = 0; low < world; low++) {
            for (int high = low + 1; high < world; high++) {
                boolean neighbours = high - low == 1 || high - low == world - 1;
                if (neighbours || relayed) {
                    int hops = Math.min(high - low, world - high + low);
                    lanes.add(new Planned(low, high, 0, "rocep1s0f0", "rocep1s0f1", hops - 1));
                }
            }
        }
        return new PlannedLanes(lanes, relayed ? 65_536 : 0);
    }

    private static DeviceRecord device(String name, int mtu, boolean active, OptionalInt gid) {
        return new DeviceRecord(
                name, "en", 1, 0, new PciAddress(0, 1, 0, 0), 0, gid, Ipv4Address.of(10, 0, 0, 1), 24, mtu, active);
    }

    private static RankRecord rank(int rank, int mtu, String... names) {
        List<DeviceRecord> devices = new ArrayList<>();
        for (String name : names) {
            devices.add(device(name, mtu, true, OptionalInt.of(3)));
        }
        return RankRecord.of(rank, "spark" + (rank + 1), "digest", devices);
    }

    private static List<RankRecord> ranks(int world) {
        List<RankRecord> all = new ArrayList<>();
        for (int rank = 0; rank < world; rank++) {
            all.add(rank(rank, 4096, "rocep1s0f0", "rocep1s0f1"));
        }
        return all;
    }

    @Test
    void ringsOfThreeToEightComeBackWholeFromText() throws Exception {
        for (int world = 3; world <= 8; world++) {
            for (boolean relayed : new boolean[] {false, true}) {
                PlannedLanes plan = ring(world, relayed);
                assertThat(PlannedLanes.parse(plan.text())).isEqualTo(plan);
                LaneTable table = plan.over(ranks(world));
                assertThat(table.lanes()).hasSize(relayed ? world * (world - 1) / 2 : world);
                assertThat(plan.reach(world).everyPair()).isEqualTo(relayed || world == 3);
            }
        }
    }

    @Test
    void textOfAnotherFormIsRefusedWithThePartThatIsWrong() {
        refusedText("0,0:1:0:a:b", "\"0:1:0:a:b\" is no planned lane: it has 5 fields");
        refusedText("0,0:1:0:a:b:0:", "it has 7 fields");
        refusedText("0,1:0:0:a:b:0", "from a lower to a higher rank");
        refusedText("0,1:1:0:a:b:0", "from a lower to a higher rank");
        refusedText("0,0:1:0:a:b:8", "over 7 relays at most");
        refusedText("0,0:one:0:a:b:0", "\"one\" is no number of a plan's lanes");
        refusedText("0,-1:1:0:a:b:0", "\"-1\" is no number");
        refusedText("0,0:2147483647:0:a:b:0", "\"2147483647\" is no number");
        refusedText("", "\"\" is no number");
        refusedText("-5,0:1:0:a:b:0", "\"-5\" is no number");
    }

    private static void refusedText(String text, String words) {
        assertThatThrownBy(() -> PlannedLanes.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(words);
    }

    @Test
    void aPlanForAnotherNumberOfRanksOrAnOpenPathIsRefused() {
        assertThatThrownBy(() -> ring(4, false).reach(5)).hasMessageContaining("lanes for 4 ranks, and there are 5");
        PlannedLanes path = PlannedLanes.parse("0,0:1:0:a:b:0,1:2:0:a:b:0,2:3:0:a:b:0");
        assertThatThrownBy(() -> path.reach(4))
                .hasMessageContaining("neither every pair of ranks nor a closed ring")
                .hasMessageContaining("kolo plan --relays auto");
        assertThatThrownBy(() -> ring(4, false).over(ranks(3)))
                .isInstanceOf(Step.StepFailure.class)
                .hasMessage("the plan has a lane to rank 3, and there are 3 ranks: plan for these hosts");
    }

    @Test
    void devicesThatDoNotFitAreNamedWithTheirHost() {
        List<RankRecord> gone = new ArrayList<>(ranks(3));
        gone.set(1, rank(1, 4096, "roceP2p1s0f0"));
        refused(gone, "the plan uses rocep1s0f1 of rank 1 (spark2), which has [roceP2p1s0f0]: plan again");
        List<RankRecord> slow = new ArrayList<>(ranks(3));
        slow.set(2, rank(2, 1024, "rocep1s0f0", "rocep1s0f1"));
        refused(slow, "has MTU 4096 at one end and 1024 at the other: set both netdevs to the same MTU");
        List<RankRecord> down = new ArrayList<>(ranks(3));
        down.set(0, with(device("rocep1s0f0", 4096, false, OptionalInt.of(3))));
        refused(down, "the plan uses rocep1s0f0 (10.0.0.1/24) of rank 0 (spark1), which is not active");
        down.set(0, with(device("rocep1s0f0", 4096, true, OptionalInt.empty())));
        refused(down, "which has no GID of its address: look at the port and its cable");
    }

    private static RankRecord with(DeviceRecord device) {
        return RankRecord.of(0, "spark1", "digest", List.of(device));
    }

    private static void refused(List<RankRecord> ranks, String words) {
        assertThatThrownBy(() -> ring(3, false).over(ranks))
                .isInstanceOf(Step.StepFailure.class)
                .hasMessageContaining(words);
    }

    @Test
    void stripesMustBeAsManyForEveryPair() {
        PlannedLanes uneven = PlannedLanes.parse("0,0:1:0:rocep1s0f0:rocep1s0f1:0,0:1:1:rocep1s0f1:rocep1s0f0:0,"
                + "1:2:0:rocep1s0f0:rocep1s0f1:0,0:2:0:rocep1s0f1:rocep1s0f0:0");
        assertThat(uneven.lanesPerPeer()).isEqualTo(2);
        assertThatThrownBy(() -> uneven.over(ranks(3)))
                .isInstanceOf(Step.StepFailure.class)
                .hasMessageContaining("all have the same number");
    }

    /** Nothing would ever be under way, and every exchange would end as a late peer. */
    @ParameterizedTest
    @ValueSource(longs = {-1, 1, 7})
    void aWindowThatHoldsNoWordIsRefused(long windowBytes) {
        assertThatThrownBy(() -> new PlannedLanes(List.of(), windowBytes))
                .hasMessageContaining("a window of " + windowBytes + " bytes")
                .hasMessageContaining("wanted are 8 or more");
    }
}
