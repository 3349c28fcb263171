package io.iamplane.grant.load;

/**
 * An import ended before its file did: a portion was refused or failed, and those before it are
 * written.
 */
public final class StoppedImportException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final RuntimeException reason;
  private final int objects;
  private final int relations;

  StoppedImportException(RuntimeException reason, int objects, int relations) {
    super(reason);
    this.reason = reason;
    this.objects = objects;
    this.relations = relations;
  }

  /** An {@code IamException} that names places of the file, or an unexpected failure. */
  public RuntimeException reason() {
    return reason;
  }

  /** The number of objects of the file, from its beginning, that are written. */
  public int objects() {
    return objects;
  }

  /** The number of relations of the file, from its beginning, that are written. */
  public int relations() {
    return relations;
  }
}
