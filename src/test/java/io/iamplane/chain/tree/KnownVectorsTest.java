package io.iamplane.chain.tree;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Results of other implementations for the eight leaves of their common tests. */
class KnownVectorsTest {

  private final List<byte[]> data = new ArrayList<>();
  private final Map<Integer, MerkleHash> roots = new HashMap<>();
  private final List<String[]> inclusions = new ArrayList<>();
  private final List<String[]> consistencies = new ArrayList<>();
  private final Rfc6962 referee;
  private final MemoryTiles tiles;

  KnownVectorsTest() throws IOException {
    for (String line : lines()) {
      String[] words = line.split(" ");
      switch (words[0]) {
        case "leaf" -> data.add(HexFormat.of().parseHex(words.length == 1 ? "" : words[1]));
        case "root" -> roots.put(Integer.valueOf(words[1]), hash(words[2]));
        case "inclusion" -> inclusions.add(words);
        case "consistency" -> consistencies.add(words);
        default -> throw new AssertionError(line);
      }
    }
    referee = new Rfc6962(data);
    tiles = MemoryTiles.of(referee, data.size(), 3);
  }

  @Test
  void theFileIsWhole() {
    assertThat(data).hasSize(8);
    assertThat(roots).hasSize(9);
    assertThat(inclusions).hasSize(5);
    assertThat(consistencies).hasSize(4);
  }

  @Test
  void rootsAreTheKnownOnes() {
    CompactRange range = CompactRange.empty();
    for (int size = 0; size <= data.size(); size++) {
      assertThat(range.root()).isEqualTo(roots.get(size));
      assertThat(tiles.reader().root(size)).isEqualTo(roots.get(size));
      assertThat(referee.root(size)).isEqualTo(roots.get(size));
      if (size < data.size()) {
        range = range.append(MerkleHash.leaf(data.get(size)));
      }
    }
  }

  @Test
  void inclusionProofsAreTheKnownOnes() {
    for (String[] words : inclusions) {
      int index = Integer.parseInt(words[1]);
      int size = Integer.parseInt(words[2]);
      List<MerkleHash> proof = proof(words);

      assertThat(tiles.reader().inclusionProof(index, size)).isEqualTo(proof);
      assertThat(referee.path(index, size)).isEqualTo(proof);
      assertThat(
              ProofVerifier.inclusion(
                  index, size, MerkleHash.leaf(data.get(index)), proof, root(size)))
          .isTrue();
    }
  }

  @Test
  void consistencyProofsAreTheKnownOnes() {
    for (String[] words : consistencies) {
      int from = Integer.parseInt(words[1]);
      int to = Integer.parseInt(words[2]);
      List<MerkleHash> proof = proof(words);

      assertThat(tiles.reader().consistencyProof(from, to)).isEqualTo(proof);
      assertThat(referee.proof(from, to)).isEqualTo(proof);
      assertThat(ProofVerifier.consistency(from, to, root(from), root(to), proof)).isTrue();
    }
  }

  private MerkleHash root(int size) {
    return Objects.requireNonNull(roots.get(size));
  }

  private static List<MerkleHash> proof(String[] words) {
    return Arrays.stream(words).skip(3).map(KnownVectorsTest::hash).toList();
  }

  private static MerkleHash hash(String hex) {
    return MerkleHash.of(HexFormat.of().parseHex(hex));
  }

  private static List<String> lines() throws IOException {
    try (InputStream file =
        KnownVectorsTest.class.getResourceAsStream("/audit/rfc6962-vectors.txt")) {
      String text = new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8);
      return text.lines().filter(line -> !line.startsWith("#")).toList();
    }
  }
}
