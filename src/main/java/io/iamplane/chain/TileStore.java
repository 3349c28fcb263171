package io.iamplane.chain;

import io.iamplane.chain.tree.MerkleHash;
import io.iamplane.chain.tree.Tile;
import io.iamplane.chain.tree.TileReader;
import io.iamplane.database.RoundTrip;
import io.iamplane.database.Sql;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The tiles of the trees, beside the records with the hashes of the leaves. */
@Singleton
public class TileStore {

  private final Sql sql;

  TileStore(Sql sql) {
    this.sql = sql;
  }

  /**
   * Writes tiles that become full when a tree grows, as far as the new leaves fill them alone.
   *
   * @param from the size before
   * @param leaves the hashes of the leaves that it grows by
   * @param trip takes the tiles along
   * @return the other ones, which hold earlier leaves, or the roots of other tiles
   */
  List<Tile> complete(OrganizationId organization, long from, byte[] leaves, RoundTrip trip) {
    List<Tile> others = new ArrayList<>();
    for (Tile tile : Tile.completed(from, from + leaves.length / MerkleHash.BYTES)) {
      if (tile.level() == 0 && tile.firstLeaf() >= from) {
        int first = Math.toIntExact(tile.firstLeaf() - from) * MerkleHash.BYTES;
        write(organization, tile, Arrays.copyOfRange(leaves, first, first + Tile.BYTES), trip);
      } else {
        others.add(tile);
      }
    }
    return others;
  }

  /**
   * Writes the other ones. The trip takes them along, and runs at once, since later ones read them.
   */
  void completeRead(OrganizationId organization, List<Tile> tiles, RoundTrip trip) {
    for (Tile tile : tiles) {
      trip.run();
      write(organization, tile, tile.contents(reader(organization)), trip);
    }
  }

  private static void write(OrganizationId organization, Tile tile, byte[] hashes, RoundTrip trip) {
    trip.update(
        1,
        """
        INSERT INTO iam_audit_tiles (organization_id, level, tile, hashes, root)
        VALUES (?, ?, ?, ?, ?)
        """,
        organization.value(),
        tile.level(),
        tile.index(),
        hashes,
        Tile.root(hashes).bytes());
  }

  /** A tile as it is there, with nothing vouching for it. */
  public record StoredTile(byte[] hashes, byte[] root) {

    public boolean is(byte[] expected) {
      return Arrays.equals(hashes, expected) && Arrays.equals(root, Tile.root(expected).bytes());
    }
  }

  /** A part of a tree is missing though its size includes it: it was removed. */
  public static final class MissingTileException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Tile tile;

    MissingTileException(Tile tile) {
      super(tile + " is missing or incomplete");
      this.tile = tile;
    }

    public Tile tile() {
      return tile;
    }
  }

  /** A full tile; empty when it is not there. */
  public Optional<StoredTile> find(OrganizationId organization, Tile tile) {
    return sql.first(
        """
        SELECT hashes, root FROM iam_audit_tiles
        WHERE organization_id = ? AND level = ? AND tile = ?
        """,
        row -> new StoredTile(row.getBytes("hashes"), row.getBytes("root")),
        organization.value(),
        tile.level(),
        tile.index());
  }

  /** Returns true if there are tiles that a tree of this size does not have yet, or twice. */
  public boolean hasMore(OrganizationId organization, long size) {
    return sql.first(
            """
            SELECT 1 FROM iam_audit_tiles WHERE organization_id = ? AND (level > 6 OR tile < 0
              OR level < 0 OR tile >= (? >> (8 * (level + 1))))
            UNION ALL
            SELECT 1 FROM iam_audit_tiles WHERE organization_id = ?
            GROUP BY level, tile HAVING count(*) > 1
            LIMIT 1
            """,
            _ -> true,
            organization.value(),
            size,
            organization.value())
        .isPresent();
  }

  /** Reads the tree of an organization, without verification. */
  public TileReader reader(OrganizationId organization) {
    return new TileReader() {
      @Override
      public byte[] tile(int level, long index) {
        Tile tile = new Tile(level, index);
        return find(organization, tile)
            .map(StoredTile::hashes)
            .orElseThrow(() -> new MissingTileException(tile));
      }

      @Override
      public byte[] looseHashes(int level, long from, long to) {
        return level == 0
            ? leaves(organization, from, to)
            : roots(organization, level - 1, from, to);
      }
    };
  }

  private byte[] leaves(OrganizationId organization, long from, long to) {
    ByteArrayOutputStream hashes = new ByteArrayOutputStream(Tile.BYTES);
    sql.forEach(
        """
        SELECT hash FROM iam_audit_records
        WHERE organization_id = ? AND seq > ? AND seq <= ? ORDER BY seq
        """,
        row -> hashes.writeBytes(MerkleHash.leaf(row.getBytes("hash")).bytes()),
        organization.value(),
        from,
        to);
    return whole(hashes, 0, from, to);
  }

  private byte[] roots(OrganizationId organization, int level, long from, long to) {
    ByteArrayOutputStream hashes = new ByteArrayOutputStream(Tile.BYTES);
    sql.forEach(
        """
        SELECT root FROM iam_audit_tiles
        WHERE organization_id = ? AND level = ? AND tile >= ? AND tile < ? ORDER BY tile
        """,
        row -> hashes.writeBytes(row.getBytes("root")),
        organization.value(),
        level,
        from,
        to);
    return whole(hashes, level + 1, from, to);
  }

  private static byte[] whole(ByteArrayOutputStream hashes, int level, long from, long to) {
    if (hashes.size() != (to - from) * MerkleHash.BYTES) {
      throw new MissingTileException(new Tile(level, from / Tile.WIDTH));
    }
    return hashes.toByteArray();
  }
}
