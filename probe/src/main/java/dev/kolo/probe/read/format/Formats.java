package dev.kolo.probe.read.format;

import dev.kolo.probe.nccl.read.NcclLogFormat;
import dev.kolo.probe.read.format.host.DockerJson;
import dev.kolo.probe.read.format.host.EnvironmentReader;
import dev.kolo.probe.read.format.host.IdentityReader;
import dev.kolo.probe.read.format.host.LibrariesReader;
import dev.kolo.probe.read.format.host.LimitsReader;
import dev.kolo.probe.read.format.host.MeminfoReader;
import dev.kolo.probe.read.format.host.SnmpReader;
import dev.kolo.probe.read.format.net.EthtoolReader;
import dev.kolo.probe.read.format.net.IfconfigReader;
import dev.kolo.probe.read.format.net.IpAddrReader;
import dev.kolo.probe.read.format.net.IpBriefReader;
import dev.kolo.probe.read.format.net.IpJson;
import dev.kolo.probe.read.format.net.IpNeighReader;
import dev.kolo.probe.read.format.net.IpRouteReader;
import dev.kolo.probe.read.format.net.IpTablesJson;
import dev.kolo.probe.read.format.net.IptablesReader;
import dev.kolo.probe.read.format.net.LldpJson;
import dev.kolo.probe.read.format.net.LldpReader;
import dev.kolo.probe.read.format.net.NetplanReader;
import dev.kolo.probe.read.format.net.NftReader;
import dev.kolo.probe.read.format.net.NmcliReader;
import dev.kolo.probe.read.format.net.PingReader;
import dev.kolo.probe.read.format.net.TcFilterReader;
import dev.kolo.probe.read.format.net.TcJson;
import dev.kolo.probe.read.format.rdma.DeviceTablesReader;
import dev.kolo.probe.read.format.rdma.DevlinkJson;
import dev.kolo.probe.read.format.rdma.DevlinkReader;
import dev.kolo.probe.read.format.rdma.IbstatReader;
import dev.kolo.probe.read.format.rdma.IbvDevinfoReader;
import dev.kolo.probe.read.format.rdma.LspciReader;
import dev.kolo.probe.read.format.rdma.PerftestReader;
import dev.kolo.probe.read.format.rdma.RdmaJson;
import dev.kolo.probe.read.format.rdma.RdmaLinkReader;
import dev.kolo.probe.read.format.rdma.RdmaStatisticReader;
import dev.kolo.probe.read.format.rdma.SysfsReader;
import dev.kolo.probe.read.format.state.ChangeReader;
import dev.kolo.probe.read.format.state.ClockReader;
import dev.kolo.probe.read.format.state.DiskReader;
import dev.kolo.probe.read.format.state.DockerPsReader;
import dev.kolo.probe.read.format.state.GpuDriverReader;
import dev.kolo.probe.read.format.state.PcieErrorReader;
import dev.kolo.probe.read.format.state.ProcessReader;
import dev.kolo.probe.read.format.state.WeightsReader;
import dev.kolo.probe.read.format.state.WireAccountReader;
import dev.kolo.probe.read.format.stated.AddressListReader;
import dev.kolo.probe.read.format.stated.CableReader;
import dev.kolo.probe.read.format.stated.ClusterReader;
import dev.kolo.probe.read.format.stated.ConnectReader;
import dev.kolo.probe.read.format.stated.CounterMatrixReader;
import dev.kolo.probe.read.format.stated.CounterTableReader;
import dev.kolo.probe.read.format.stated.EngineLogReader;
import dev.kolo.probe.read.format.stated.StatedStateReader;
import java.util.List;

/** The list of all formats, in the order in which they are asked: the exact ones first, people's own words last. */
public final class Formats {
    private Formats() {}

    /** A fresh set of readers. */
    public static List<FormatReader> all() {
        return List.of(
                new NcclLogFormat(),
                new WireAccountReader(),
                new DiskReader(),
                new PcieErrorReader(),
                new ChangeReader(),
                new IpAddrReader(),
                new IpBriefReader(),
                new IpNeighReader(),
                new IpRouteReader(),
                new IfconfigReader(),
                new PingReader(),
                new IbstatReader(),
                new IbvDevinfoReader(),
                new DeviceTablesReader(),
                new RdmaLinkReader(),
                new RdmaStatisticReader(),
                new SysfsReader(),
                new EthtoolReader(),
                new DevlinkReader(),
                new TcFilterReader(),
                new LldpReader(),
                new LspciReader(),
                new PerftestReader(),
                new MeminfoReader(),
                new LimitsReader(),
                new ProcessReader(),
                new DockerPsReader(),
                new WeightsReader(),
                new ClockReader(),
                new GpuDriverReader(),
                new SnmpReader(),
                new LibrariesReader(),
                new IdentityReader(),
                new NetplanReader(),
                new NmcliReader(),
                new IptablesReader(),
                new NftReader(),
                new ClusterReader(),
                new EnvironmentReader(),
                new EngineLogReader(),
                new ConnectReader(),
                new CableReader(),
                new AddressListReader(),
                new CounterMatrixReader(),
                new CounterTableReader(),
                new StatedStateReader());
    }

    /** The shapes of JSON, asked in this order. */
    public static List<JsonShape> jsonShapes() {
        return List.of(
                new IpJson(),
                new RdmaJson(),
                new TcJson(),
                new IpTablesJson(),
                new LldpJson(),
                new DevlinkJson(),
                new DockerJson());
    }
}
