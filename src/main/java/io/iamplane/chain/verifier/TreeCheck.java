package io.iamplane.chain.verifier;

import io.iamplane.chain.TileStore;
import io.iamplane.chain.tree.Tile;
import io.iamplane.chain.tree.TileReader;
import io.iamplane.shared.OrganizationId;
import java.util.Optional;

/** Compares the stored tree with the records: each full tile is theirs, and there are no others. */
record TreeCheck(
    TileStore tiles, OrganizationId organization, TileReader reader, Runnable requireTime) {

  /** So many leaves' tiles are in memory at once: four thousand and some. */
  private static final long LEAVES_AT_ONCE = 1L << 20;

  /** Looks at the tiles that became full when the chain grew from one size to another. */
  Optional<Finding> check(long start, long end) {
    for (long from = start; from < end; from += LEAVES_AT_ONCE) {
      Optional<Finding> altered = completed(from, Math.min(from + LEAVES_AT_ONCE, end));
      if (altered.isPresent()) {
        return altered;
      }
    }
    return tiles.hasMore(organization, end)
        ? Optional.of(
            new Finding(
                FindingCause.TILE_ALTERED,
                end,
                "no tile beyond the end",
                "an extra or duplicate tile"))
        : Optional.empty();
  }

  private Optional<Finding> completed(long from, long to) {
    for (Tile tile : Tile.completed(from, to)) {
      requireTime.run();
      byte[] hashes = tile.contents(reader);
      Optional<TileStore.StoredTile> stored = tiles.find(organization, tile);
      if (stored.isEmpty() || !stored.get().is(hashes)) {
        return Optional.of(
            new Finding(
                FindingCause.TILE_ALTERED,
                tile.endLeaf(),
                tile.toString(),
                "a different tile, or none"));
      }
    }
    return Optional.empty();
  }
}
