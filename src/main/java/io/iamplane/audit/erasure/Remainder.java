package io.iamplane.audit.erasure;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The places that still name a person, without their text: {@code audit record 17}. */
final class Remainder {

  /** A list that a person reads; the count says how many there are in all. */
  private static final int SHOWN = 50;

  private final Set<String> targets = new LinkedHashSet<>();
  private final Places live = new Places();
  private final Places records = new Places();

  private static final class Places {

    private final List<String> shown = new ArrayList<>();
    private int count;

    void add(String place) {
      count++;
      if (shown.size() < SHOWN) {
        shown.add(place);
      }
    }

    void addAll(Places other) {
      shown.addAll(other.shown);
      count += other.count;
    }
  }

  /** For an attempt to add to, which may come to nothing. */
  Remainder copy() {
    Remainder copy = ofRecords();
    copy.targets.addAll(targets);
    copy.live.addAll(live);
    return copy;
  }

  /** Only the records, which do not change; live rows are to be looked at again. */
  Remainder ofRecords() {
    Remainder copy = new Remainder();
    copy.records.addAll(records);
    return copy;
  }

  /** A column of a live row; {@code key} may itself name the person and is left out then. */
  void add(LivePlace place, String key, String column, PersonNames names) {
    targets.add(place.target() + ":" + key);
    live.add(
        place.target()
            + " "
            + (names.in(key) ? "(id withheld because it names the person)" : key)
            + " "
            + column);
  }

  void addRecord(long seq) {
    records.add("audit record " + seq);
  }

  /** The targets with present rows that name the person: their history must stay as it is. */
  Set<String> targets() {
    return targets;
  }

  List<String> places() {
    return Stream.concat(live.shown.stream(), records.shown.stream()).limit(SHOWN).toList();
  }

  int count() {
    return live.count + records.count;
  }
}
