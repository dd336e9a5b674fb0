package dev.kolo.gpu.kernel;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;

/**
 * The kernels as the jar carries them: machine code for the compute capabilities that are known, PTX for the rest, which the
 * driver compiles when it loads it (measured elsewhere: 286 ms).
 *
 * @param name of the resource, for messages
 * @param bytes a cubin, or PTX that ends with a zero byte
 */
@SuppressWarnings("ArrayRecordComponent") // an image goes to the driver as it is
public record KernelImage(String name, byte[] bytes) {
    /**
     * The image for a device.
     *
     * @param computeCapability times ten: 90, 121
     * @throws IllegalArgumentException for devices that the kernels do not run on
     */
    public static KernelImage of(int computeCapability) {
        if (computeCapability < 90) {
            throw new IllegalArgumentException("the kernels need compute capability 9.0 or newer, this device has "
                    + computeCapability / 10 + "." + computeCapability % 10);
        }
        return switch (computeCapability) {
            case 90 -> resource("mailbox.sm_90.cubin", false);
            case 121 -> resource("mailbox.sm_121.cubin", false);
            default -> computeCapability > 121 ? ptx(121) : ptx(90);
        };
    }

    /** The PTX for a compute capability, 90 or 121. */
    public static KernelImage ptx(int computeCapability) {
        return resource("mailbox.compute_" + computeCapability + ".ptx", true);
    }

    private static KernelImage resource(String name, boolean text) {
        try (InputStream in = KernelImage.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("the jar carries no " + name + ": build it with gpu/build-kernels");
            }
            byte[] bytes = in.readAllBytes();
            return new KernelImage(name, text ? Arrays.copyOf(bytes, bytes.length + 1) : bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
