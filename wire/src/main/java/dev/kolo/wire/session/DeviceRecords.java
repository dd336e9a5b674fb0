package dev.kolo.wire.session;

import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.address.PciAddress;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.finding.Finding;
import dev.kolo.fabric.lanes.DeviceRecord;
import dev.kolo.fabric.lanes.RankRecord;
import dev.kolo.wire.record.RecordException;
import dev.kolo.wire.record.RecordReader;
import dev.kolo.wire.record.RecordWriter;
import dev.kolo.wire.record.SessionId;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** A rank's device records as bytes: magic, version and session first, so that each of the three has a refusal of its own. */
public final class DeviceRecords {
    private DeviceRecords() {}

    public static byte[] encode(RankRecord record, SessionId session) {
        RecordWriter writer = new RecordWriter()
                .u32(record.magic())
                .u32(record.version())
                .raw(session.toBytes())
                .u32(record.rank())
                .text(record.host())
                .text(record.settingsDigest())
                .u32(record.devices().size());
        for (DeviceRecord device : record.devices()) {
            PciAddress pci = device.pci();
            writer.text(device.name())
                    .text(device.netdev())
                    .u32(device.rdmaPort())
                    .u32(device.plane())
                    .u32(pci.domain())
                    .u32(pci.bus())
                    .u32(pci.device())
                    .u32(pci.function())
                    .u32(device.portNumber())
                    .u32(device.gidIndex().orElse(-1))
                    .u32(device.ipv4().bits())
                    .u32(device.prefixLength())
                    .u32(device.activeMtu())
                    .flag(device.active());
        }
        return writer.toBytes();
    }

    /**
     * Reads one rank's record. A magic or version that is not ours is left for pairing to refuse, with nothing read beyond it.
     *
     * @throws RecordException when its length or session is wrong
     */
    public static RankRecord decode(int rank, byte[] bytes, SessionId session) throws RecordException {
        RecordReader reader = new RecordReader("the device record of rank " + rank, bytes);
        int magic = reader.u32();
        int version = reader.u32();
        if (magic != RankRecord.MAGIC || version != RankRecord.VERSION) {
            return new RankRecord(rank, "", magic, version, "", List.of());
        }
        SessionId said = SessionId.ofBytes(reader.raw(SessionId.BYTES));
        int saidRank = reader.u32();
        if (!said.equals(session) || saidRank != rank) {
            throw new RecordException(
                    RecordException.Cause.OTHER_SESSION,
                    "the device record of rank " + rank + " is of rank " + saidRank + " in session " + said.label());
        }
        String host = reader.text();
        String digest = reader.text();
        int count = reader.count("the number of devices", reader.u32(), 256);
        List<DeviceRecord> devices = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            devices.add(device(reader));
        }
        reader.end();
        return new RankRecord(rank, host, magic, version, digest, devices);
    }

    private static DeviceRecord device(RecordReader reader) throws RecordException {
        String name = reader.text();
        String netdev = reader.text();
        int rdmaPort = reader.u32();
        int plane = reader.u32();
        PciAddress pci = new PciAddress(
                reader.count("a PCI domain", reader.u32(), Integer.MAX_VALUE),
                reader.count("a PCI bus", reader.u32(), 0xFF),
                reader.count("a PCI device", reader.u32(), 0x1F),
                reader.count("a PCI function", reader.u32(), 7));
        int portNumber = reader.u32();
        int gid = reader.u32();
        Ipv4Address ipv4 = new Ipv4Address(reader.u32());
        return new DeviceRecord(
                name,
                netdev,
                rdmaPort,
                plane,
                pci,
                portNumber,
                gid < 0 ? OptionalInt.empty() : OptionalInt.of(gid),
                ipv4,
                reader.u32(),
                reader.u32(),
                reader.flag());
    }

    /** The refusal for a record that could not be read. */
    static Finding damaged(int rank, RecordException problem) {
        return new Finding(
                Code.PAIRING_RECORD_LENGTH,
                Code.PAIRING_RECORD_LENGTH.usualSeverity(),
                "",
                "rank " + rank,
                problem.words(),
                "a whole record of this session",
                "The record is damaged or was written by something else.",
                "Start rank " + rank + " again; if it happens twice, report it.",
                List.of(),
                Finding.Confidence.CERTAIN);
    }
}
