package io.iamplane.peer;

/** Systems whose models are read. */
public enum PeerKind {
  OPENFGA("OpenFGA"),
  SPICEDB("SpiceDB"),
  TOPAZ("Topaz");

  private final String title;

  PeerKind(String title) {
    this.title = title;
  }

  public String title() {
    return title;
  }

  /** Whether a traversal of a userset leads to its members, and not to the object that it is of. */
  public boolean followsUsersets() {
    return this == TOPAZ;
  }
}
