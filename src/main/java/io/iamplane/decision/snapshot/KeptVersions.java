package io.iamplane.decision.snapshot;

import io.iamplane.decision.engine.PolicyGrowth;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Past versions of a policy at hand, each made of a later one by taking changes back. Replicas
 * decide by slightly different versions, and their blocks overlap: reading goes back in leaps
 * forward. So the versions about the one that was asked for last are kept densely, others the more
 * thinly the further off they are, and from the nearest later one it is never far.
 *
 * <p>Counted in the memory for policies, and bounded in it. For one thread; to be closed.
 */
final class KeptVersions implements AutoCloseable {

  static final int MOST = 64;

  /** The cost in bytes of a version without changes: the first level of the map. */
  private static final long EACH = 8_192;

  /** A change's own nodes and the paths to them, in bytes. */
  private static final long ROW = 2_048;

  private final TreeMap<Long, Kept> versions = new TreeMap<>();
  private final LoadWeight weight;

  /** The bytes that the next version shares with evicted ones. */
  private long inherited;

  /**
   * One version.
   *
   * @param own the bytes that it shares with no other version
   * @param since the bytes that it shares with the versions made of it, but not with its own source
   */
  private record Kept(TenantPolicy policy, long own, long since) {

    /** It takes no more than if it shared nothing. */
    long weight() {
      return Math.min(own + since, policy.weight());
    }
  }

  /** Begins with none; the weight counts and bounds them. */
  KeptVersions(LoadWeight weight) {
    this.weight = weight;
  }

  /** The version itself, or the nearest later one; null when all are earlier. */
  @Nullable TenantPolicy from(long version) {
    Map.Entry<Long, Kept> nearest = versions.ceilingEntry(version);
    return nearest == null ? null : nearest.getValue().policy;
  }

  /**
   * Keeps a version, made by {@code undone}, and evicts others to make room; false when it takes
   * more memory than allowed.
   */
  boolean keep(TenantPolicy policy, Undoing undone) {
    long own = undone.hasCatalog() ? PolicyGrowth.catalogueWeight(policy.snapshot()) + EACH : EACH;
    versions.put(policy.version(), new Kept(policy, own, inherited + ROW * undone.rows()));
    inherited = 0;
    while (versions.size() > MOST) {
      thin(policy.version());
    }
    while (!counts(0) && versions.size() > 1) {
      thin(policy.version());
    }
    return counts(0);
  }

  /** Counts memory held beside the versions, evicting these to make room; false if too much. */
  boolean holds(long bytes) {
    if (counts(bytes)) {
      return true;
    }
    inherited += versions.values().stream().mapToLong(Kept::since).sum();
    versions.clear();
    return counts(bytes);
  }

  private boolean counts(long beside) {
    try {
      weight.reached(beside + versions.values().stream().mapToLong(Kept::weight).sum());
      return true;
    } catch (LoadWeight.TooHeavy e) {
      return false;
    }
  }

  /** Lets the one go that leaves the smallest gap for its distance; never the present one. */
  private void thin(long present) {
    List<Long> all = new ArrayList<>(versions.keySet());
    long dropped = -1;
    double least = Double.MAX_VALUE;
    for (int i = 0; i < all.size(); i++) {
      long version = all.get(i);
      long above = i == all.size() - 1 ? Long.MAX_VALUE / 2 : all.get(i + 1);
      long below = i == 0 ? 2 * version - above : all.get(i - 1);
      double gap = (double) (above - below) / (1 + Math.abs(version - present));
      if (version != present && gap < least) {
        least = gap;
        dropped = version;
      }
    }
    drop(dropped);
  }

  /** Evicts a version. The next earlier one, made of it, then owns the bytes that both shared. */
  private void drop(long version) {
    Kept gone = versions.remove(version);
    Map.Entry<Long, Kept> below = versions.lowerEntry(version);
    if (gone != null && below != null) {
      Kept heir = below.getValue();
      versions.put(below.getKey(), new Kept(heir.policy, heir.own, heir.since + gone.since));
    }
  }

  void forgetUpTo(long version) {
    versions.headMap(version, true).clear();
    counts(0);
  }

  int size() {
    return versions.size();
  }

  @Override
  public void close() {
    versions.clear();
    weight.close();
  }
}
