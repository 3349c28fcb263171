package io.iamplane.migrate;

import java.util.List;

/** A file is invalid. Reading throws nothing else, but for I/O, and goes on to find all faults. */
public final class PeerFaultsException extends Exception {

  private static final long serialVersionUID = 1L;

  private final transient List<PeerFault> faults;

  public PeerFaultsException(List<PeerFault> faults) {
    super(faults.getFirst().toString(), null, false, false);
    this.faults = List.copyOf(faults);
  }

  public PeerFaultsException(FilePlace place, String message) {
    this(List.of(new PeerFault(place, message)));
  }

  /** At least one, in the order in which they were found. */
  public List<PeerFault> faults() {
    return faults;
  }
}
