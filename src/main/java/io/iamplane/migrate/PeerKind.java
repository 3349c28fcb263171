package io.iamplane.migrate;

/** The systems with readable models. */
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

  /** Returns true if a traversal of a userset leads to its members, and not to its object. */
  public boolean followsUsersets() {
    return this == TOPAZ;
  }
}
