package io.iamplane.audit.erasure;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Where a person is still named, by place and never by the text: {@code grant 0199… condition},
 * {@code audit record 17}.
 */
final class Remainder {

  /** A list that a person reads; the count says how many there are in all. */
  private static final int SHOWN = 50;

  private final Set<String> targets = new LinkedHashSet<>();
  private final List<String> places = new ArrayList<>();
  private int count;
  private long lastRecord;

  /** A column of a live row; {@code key} may itself name the person and is left out then. */
  void add(LivePlace place, String key, String column, PersonNames names) {
    targets.add(place.target() + ":" + key);
    note(place.target() + " " + (names.in(key) ? "(its id names the person)" : key) + " " + column);
  }

  /** Of records in their order; the latest ones may be looked through more than once. */
  void addRecord(long seq) {
    if (seq > lastRecord) {
      lastRecord = seq;
      note("audit record " + seq);
    }
  }

  private void note(String place) {
    count++;
    if (places.size() < SHOWN) {
      places.add(place);
    }
  }

  /** The targets whose present rows name the person: their history must stay as they are. */
  Set<String> targets() {
    return targets;
  }

  Collection<String> places() {
    return places;
  }

  int count() {
    return count;
  }
}
