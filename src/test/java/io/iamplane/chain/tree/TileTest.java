package io.iamplane.chain.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TileTest {

  private static final Rfc6962 REFEREE = Rfc6962.numbered(70_000);

  @Test
  void aTileIsCompletedByItsLastLeaf() {
    assertThat(Tile.completed(0, 255)).isEmpty();
    assertThat(Tile.completed(255, 256)).containsExactly(new Tile(0, 0));
    assertThat(Tile.completed(256, 511)).isEmpty();
    assertThat(Tile.completed(511, 512)).containsExactly(new Tile(0, 1));
    assertThat(Tile.completed(200, 800))
        .containsExactly(new Tile(0, 0), new Tile(0, 1), new Tile(0, 2));
    assertThat(Tile.completed(256, 256)).isEmpty();
  }

  @Test
  void lowerLevelsComeFirst() {
    assertThat(Tile.completed(65_535, 65_536)).containsExactly(new Tile(0, 255), new Tile(1, 0));
    assertThat(Tile.completed((1 << 24) - 1, 1 << 24))
        .containsExactly(new Tile(0, 65_535), new Tile(1, 255), new Tile(2, 0));
    assertThat(Tile.completed(65_000, 131_072))
        .hasSize(261)
        .endsWith(new Tile(0, 511), new Tile(1, 0), new Tile(1, 1));
  }

  @Test
  void growthInPiecesCompletesTheSameTiles() {
    List<Tile> pieces = new ArrayList<>();
    for (int from = 0; from < 70_000; from += 7) {
      pieces.addAll(Tile.completed(from, from + 7));
    }
    assertThat(pieces).containsExactlyInAnyOrderElementsOf(Tile.completed(0, 70_000));
  }

  /** The example of C2SP tlog-tiles, "Partial Tiles". */
  @Test
  void seventyThousandLeavesFillTheTilesOfTheSpecification() {
    assertThat(Tile.completed(0, 70_000)).filteredOn(tile -> tile.level() == 0).hasSize(273);
    assertThat(Tile.completed(0, 70_000))
        .filteredOn(tile -> tile.level() > 0)
        .containsExactly(new Tile(1, 0));
  }

  @Test
  void theLargestTreeHasSevenLevelsOfFullTiles() {
    assertThat(Tile.completed(Long.MAX_VALUE - 1, Long.MAX_VALUE)).isEmpty();
    assertThat(Tile.completed((1L << 56) - 1, 1L << 56)).last().isEqualTo(new Tile(6, 0));
    assertThat(new Tile(6, 0).endLeaf()).isEqualTo(1L << 56);
  }

  @Test
  void aTileCoversTheLeavesBelowIt() {
    assertThat(new Tile(0, 3).firstLeaf()).isEqualTo(768);
    assertThat(new Tile(0, 3).endLeaf()).isEqualTo(1024);
    assertThat(new Tile(1, 2).firstLeaf()).isEqualTo(131_072);
    assertThat(new Tile(1, 2).endLeaf()).isEqualTo(196_608);
  }

  @Test
  void contentsAreTheHashesThatTheSpecificationNames() {
    MemoryTiles tiles = MemoryTiles.of(REFEREE, 70_000, 999);

    assertThat(tiles.tiles()).hasSize(274);
    for (int i = 0; i < 256; i++) {
      assertThat(MerkleHash.at(tiles.tiles().get(new Tile(0, 272)), i * 32))
          .isEqualTo(REFEREE.leaf(272 * 256 + i));
      assertThat(MerkleHash.at(tiles.tiles().get(new Tile(1, 0)), i * 32))
          .isEqualTo(Tile.root(tiles.tiles().get(new Tile(0, i))));
    }
    assertThat(Tile.root(tiles.tiles().get(new Tile(1, 0)))).isEqualTo(REFEREE.root(65_536));
  }

  @Test
  void rootOfAnotherLengthIsRefused() {
    assertThatThrownBy(() -> Tile.root(new byte[8_160]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a full tile must have 8192 bytes, not 8160");
  }

  @Test
  void contentsOfAnotherLengthAreRefused() {
    TileReader tooShort = new FixedReader(new byte[8_160]);

    assertThatThrownBy(() -> new Tile(1, 2).contents(tooShort))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the new tile 1/2 must have 8192 bytes, not 8160");
  }

  @Test
  void levelsAndIndexesThatNoTreeHasAreRefused() {
    assertRefused(() -> new Tile(-1, 0), "the tile level -1 is not between 0 and 6");
    assertRefused(() -> new Tile(7, 0), "the tile level 7 is not between 0 and 6");
    assertRefused(
        () -> new Tile(0, -1), "the tile index -1 is negative or beyond the largest tree");
    assertRefused(
        () -> new Tile(6, 127), "the tile index 127 is negative or beyond the largest tree");
    assertThat(new Tile(6, 126).endLeaf()).isEqualTo(127L << 56);
  }

  @Test
  void aTreeDoesNotShrink() {
    assertRefused(() -> Tile.completed(5, 4), "a tree cannot grow from size 5 to 4");
    assertRefused(() -> Tile.completed(-1, 4), "a tree cannot grow from size -1 to 4");
  }

  private static void assertRefused(Runnable call, String message) {
    assertThatThrownBy(call::run).isInstanceOf(IllegalArgumentException.class).hasMessage(message);
  }
}
