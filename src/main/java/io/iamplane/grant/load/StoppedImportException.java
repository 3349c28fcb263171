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

  /** Why: an {@code IamException} that names places of the file, or what failed unexpectedly. */
  public RuntimeException reason() {
    return reason;
  }

  /** How many objects of the file, from its beginning, are written. */
  public int objects() {
    return objects;
  }

  /** How many relations of the file, from its beginning, are written. */
  public int relations() {
    return relations;
  }
}
