package io.iamplane.audit.checkpoint;

import org.jspecify.annotations.Nullable;

/** The place where checkpoints are kept outside of the database cannot be used. */
public final class AnchorException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  AnchorException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
