package io.iamplane.grant.load;

import io.iamplane.shared.IamException;

/** An import ended before its file did: a portion was refused, and those before it are written. */
public final class StoppedImportException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final IamException refusal;
  private final int objects;
  private final int relations;

  StoppedImportException(IamException refusal, int objects, int relations) {
    super(refusal);
    this.refusal = refusal;
    this.objects = objects;
    this.relations = relations;
  }

  /** Why; it names places of the file. */
  public IamException refusal() {
    return refusal;
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
