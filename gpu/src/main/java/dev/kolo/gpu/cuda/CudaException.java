package dev.kolo.gpu.cuda;

/** CUDA is not there, or refused something; the message says what, with the driver's own words. */
public final class CudaException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int status;

    public CudaException(String message) {
        this(message, 0);
    }

    CudaException(String message, int status) {
        super(message);
        this.status = status;
    }

    /** The driver's status number, 0 when the driver was never asked. */
    public int status() {
        return status;
    }
}
