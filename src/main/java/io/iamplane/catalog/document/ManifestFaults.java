package io.iamplane.catalog.document;

import java.util.ArrayList;
import java.util.List;

/** The faults found so far. Beyond a thousand they are counted, and no longer kept. */
final class ManifestFaults {

  static final int MAX = 1_000;

  private static final String DOCUMENT = "manifest";

  private final List<ManifestFault> faults = new ArrayList<>();
  private int found;

  void add(String place, String message) {
    boolean full = isFull();
    found++;
    if (!full) {
      faults.add(new ManifestFault(place.isEmpty() ? DOCUMENT : place, message));
    }
  }

  boolean isEmpty() {
    return found == 0;
  }

  /** Whether a further one is only counted. */
  boolean isFull() {
    return found >= MAX;
  }

  /** How many there are, those included that are no longer kept. */
  int found() {
    return found;
  }

  List<ManifestFault> all() {
    List<ManifestFault> all = new ArrayList<>(faults);
    if (found > MAX) {
      all.add(new ManifestFault(DOCUMENT, "has more errors than the %d listed".formatted(MAX)));
    }
    return all;
  }
}
