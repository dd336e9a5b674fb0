package dev.kolo.wire.session.run;

import dev.kolo.fabric.lanes.DeviceRecord;
import dev.kolo.wire.nic.Nic;
import dev.kolo.wire.nic.NicException;
import dev.kolo.wire.record.SessionId;
import dev.kolo.wire.schedule.CostModel;
import dev.kolo.wire.session.TransportOffer;
import dev.kolo.wire.tcp.TcpNic;
import dev.kolo.wire.tcp.TcpSettings;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** TCP over the network in which the ranks have met, or over an address that the user names. */
public final class TcpOffer implements TransportOffer {
    private final String token;
    private final Supplier<Optional<InetAddress>> address;

    /**
     * TCP from one address of this host.
     *
     * @param token what all ranks share
     * @param address where to listen; asked when the NIC is made, since the address of the star is known only then
     */
    public TcpOffer(String token, Supplier<Optional<InetAddress>> address) {
        this.token = token;
        this.address = address;
    }

    @Override
    public String kind() {
        return "tcp";
    }

    @Override
    public List<DeviceRecord> devices() {
        return List.of();
    }

    @Override
    public Nic open(SessionId session, int rank, int world, int lanesPerPeer) throws NicException {
        InetAddress at = address.get()
                .orElseThrow(() -> new NicException("the own address in the management network is not known"));
        return new TcpNic(new TcpSettings(session, rank, world, lanesPerPeer, token, at));
    }

    @Override
    public CostModel cost() {
        return CostModel.TCP;
    }
}
