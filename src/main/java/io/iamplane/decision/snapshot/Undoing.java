package io.iamplane.decision.snapshot;

import io.iamplane.change.EndedTokens;
import io.iamplane.change.PolicyChangeListener.PolicyChange;
import io.iamplane.change.PolicyHistoryQuery.PastChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.LongPredicate;
import java.util.function.Predicate;

/**
 * Collects the changes that take versions of a policy back, the latest first, whole versions only.
 * Ends where a page is full, where a version is not kept, and where one is too large to be held.
 * Tokens that ended stay ended: no decision reads them.
 */
final class Undoing implements Predicate<PastChange> {

  /** A version of more rows cannot be taken back: some hundred megabytes of images. */
  static final int MAX_ROWS = 100_000;

  /** The same in characters of images; each character takes some bytes in memory. */
  private static final long MAX_CHARACTERS = 32L << 20;

  /** The rows beyond which a page ends with the present version. */
  private static final int PAGE_ROWS = 1_000;

  /** The memory of an image per character: a tree of its members with their names. */
  private static final int BYTES_PER_CHARACTER = 8;

  private static final int BYTES_PER_ROW = 256;

  private static final Set<String> CATALOG = Set.of("application", "permission", "role");

  private final boolean paged;
  private final LongPredicate holds;
  private final List<PolicyChange> reverse = new ArrayList<>();
  private long version;
  private int rows;
  private long characters;
  private boolean catalog;
  private boolean lost;
  private boolean full;

  private Undoing(long from, boolean paged, LongPredicate holds) {
    this.version = from + 1;
    this.paged = paged;
    this.holds = holds;
  }

  /**
   * Collects a page of changes that undo a version and those before it.
   *
   * @param holds true while so many bytes of images may be held and the reading may continue
   */
  static Undoing page(long from, LongPredicate holds) {
    return new Undoing(from, true, holds);
  }

  /** All of it; see {@link #page}. */
  static Undoing all(long from, LongPredicate holds) {
    return new Undoing(from, false, holds);
  }

  @Override
  public boolean test(PastChange past) {
    if (past.version() != version) {
      if (paged && rows >= PAGE_ROWS) {
        full = true;
        return false;
      }
      lost = past.version() != version - 1;
      version = past.version();
    }
    rows++;
    characters += past.length();
    lost = lost || rows > MAX_ROWS || characters > MAX_CHARACTERS || !holds.test(weight());
    add(past.change());
    return !lost;
  }

  private void add(PolicyChange change) {
    catalog = catalog || CATALOG.contains(change.targetType());
    if (!change.targetType().equals(EndedTokens.TARGET)) {
      reverse.add(new PolicyChange(change.targetType(), change.after(), change.before()));
    }
  }

  /**
   * The version that they lead to when they were read to {@code wanted}; less than 0 when a version
   * on the way is not kept, or too large, or the reading ended.
   */
  long reached(long wanted) {
    if (lost || (!full && version != wanted + 1)) {
      return -1;
    }
    return version - 1;
  }

  List<PolicyChange> changes() {
    return reverse;
  }

  int rows() {
    return rows;
  }

  boolean hasCatalog() {
    return catalog;
  }

  private long weight() {
    return BYTES_PER_CHARACTER * characters + (long) BYTES_PER_ROW * rows;
  }
}
