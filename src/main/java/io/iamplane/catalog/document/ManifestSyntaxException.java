package io.iamplane.catalog.document;

/** A text is neither JSON nor YAML that a manifest may be written in. */
public final class ManifestSyntaxException extends Exception {

  private static final long serialVersionUID = 1L;

  private final transient ManifestFault fault;

  ManifestSyntaxException(String place, String message) {
    super(message);
    this.fault = new ManifestFault(place, message);
  }

  /** The fault; its place is line and column from 1, {@code 12:3}, if they are known. */
  public ManifestFault fault() {
    return fault;
  }
}
