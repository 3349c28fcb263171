package io.iamplane.migrate;

import java.util.ArrayList;
import java.util.List;

/** The faults of a file that were found so far; beyond a hundred reading ends. */
public final class PeerFaults {

  public static final int MAX = 100;

  private final List<PeerFault> faults = new ArrayList<>();

  /** Adds a fault; throws when there are too many to go on. */
  public void add(FilePlace place, String message) throws PeerFaultsException {
    faults.add(new PeerFault(place, message));
    if (faults.size() >= MAX) {
      refuse();
    }
  }

  /** Ends reading with a fault after which nothing can be understood. */
  public PeerFaultsException end(FilePlace place, String message) {
    faults.add(new PeerFault(place, message));
    return new PeerFaultsException(faults);
  }

  /** Ends reading if there is a fault. */
  public void refuse() throws PeerFaultsException {
    if (!faults.isEmpty()) {
      throw new PeerFaultsException(faults);
    }
  }
}
