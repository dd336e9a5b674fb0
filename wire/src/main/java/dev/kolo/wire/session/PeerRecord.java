package dev.kolo.wire.session;

import dev.kolo.wire.nic.LaneEndpoint;
import dev.kolo.wire.nic.RegionRecord;
import dev.kolo.wire.record.RecordException;
import dev.kolo.wire.record.RecordReader;
import dev.kolo.wire.record.RecordWriter;
import dev.kolo.wire.record.SessionId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * What one rank tells the others once its region is registered and its lanes are opened.
 *
 * @param region what peers need to write into its region
 * @param lanes its ends of lanes, by its own lane numbers (peer × lanes per peer + index)
 */
public record PeerRecord(RegionRecord region, Map<Integer, LaneEndpoint> lanes) {
    /** "KOLR" in ASCII. */
    private static final int MAGIC = 0x524c_4f4b;

    private static final int VERSION = 1;
    private static final int MAX_LANES = 16 * 8;

    public PeerRecord {
        lanes = Map.copyOf(lanes);
    }

    /**
     * The end of one lane.
     *
     * @throws RecordException when the rank has told of none with this number
     */
    public LaneEndpoint lane(int number) throws RecordException {
        LaneEndpoint end = lanes.get(number);
        if (end == null) {
            throw new RecordException(
                    RecordException.Cause.LENGTH, "the record lacks lane " + number + ", which pairing gave it");
        }
        return Objects.requireNonNull(end);
    }

    /** As bytes that name the session and the rank. */
    public byte[] encode(SessionId session, int rank) {
        RecordWriter writer = new RecordWriter()
                .u32(MAGIC)
                .u32(VERSION)
                .raw(session.toBytes())
                .u32(rank)
                .u64(region.address())
                .u64(region.bytes())
                .text(region.place())
                .u32(region.keys().size());
        region.keys().forEach(writer::u32);
        writer.u32(lanes.size());
        new TreeMap<>(lanes)
                .forEach((number, end) -> writer.u32(number)
                        .u32(end.queuePair())
                        .u32(end.startPsn())
                        .u32(end.mtuBytes())
                        .text(end.address()));
        return writer.toBytes();
    }

    /**
     * From bytes that another rank has sent.
     *
     * @throws RecordException when they are none, or those of another session, rank or version
     */
    public static PeerRecord decode(SessionId session, int rank, byte[] bytes) throws RecordException {
        RecordReader reader = new RecordReader("the lane record of rank " + rank, bytes);
        if (reader.u32() != MAGIC) {
            throw new RecordException(RecordException.Cause.BAD_MAGIC, "the lane record of rank " + rank + " is none");
        }
        int version = reader.u32();
        if (version != VERSION) {
            throw new RecordException(
                    RecordException.Cause.VERSION,
                    "the lane record of rank " + rank + " has version " + version + ", known is " + VERSION);
        }
        SessionId said = SessionId.ofBytes(reader.raw(SessionId.BYTES));
        if (!said.equals(session) || reader.u32() != rank) {
            throw new RecordException(
                    RecordException.Cause.OTHER_SESSION,
                    "the lane record of rank " + rank + " is of session " + said.label() + " or of another rank");
        }
        try {
            long address = reader.u64();
            long length = reader.u64();
            String place = reader.text();
            List<Integer> keys = new ArrayList<>();
            for (int left = reader.count("the number of keys", reader.u32(), 64); left > 0; left--) {
                keys.add(reader.u32());
            }
            RegionRecord region = new RegionRecord(address, length, keys, place);
            Map<Integer, LaneEndpoint> lanes = new TreeMap<>();
            for (int left = reader.count("the number of lanes", reader.u32(), MAX_LANES); left > 0; left--) {
                lanes.put(reader.u32(), new LaneEndpoint(reader.u32(), reader.u32(), reader.u32(), reader.text()));
            }
            reader.end();
            return new PeerRecord(region, lanes);
        } catch (IllegalArgumentException e) {
            throw new RecordException(
                    RecordException.Cause.LENGTH, "the lane record of rank " + rank + ": " + e.getMessage());
        }
    }
}
