package io.iamplane.catalog.document;

import io.iamplane.shared.json.FieldErrors;
import java.util.ArrayList;
import java.util.List;

/** The faults found so far. Beyond a thousand they are counted, and no longer kept. */
final class ManifestFaults implements FieldErrors {

  static final int MAX = 1_000;

  private static final String DOCUMENT = "manifest";

  private final List<ManifestFault> faults = new ArrayList<>();
  private int found;

  @Override
  public void add(String place, String message) {
    boolean full = isFull();
    found++;
    if (!full) {
      faults.add(new ManifestFault(place.isEmpty() ? DOCUMENT : place, message));
    }
  }

  boolean isEmpty() {
    return found == 0;
  }

  @Override
  public boolean isFull() {
    return found >= MAX;
  }

  List<ManifestFault> all() {
    List<ManifestFault> all = new ArrayList<>(faults);
    if (found > MAX) {
      all.add(new ManifestFault(DOCUMENT, "has more errors than the %d listed".formatted(MAX)));
    }
    return all;
  }
}
