package io.iamplane.decision.seal;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.chain.tree.MerkleHash;
import io.iamplane.chain.tree.ProofVerifier;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** Checks proofs of decisions by published data alone. */
public final class ShownProof {

  private ShownProof() {}

  /** Returns true if a tree of a proof has a leaf. */
  public static boolean holds(MerkleHash leaf, JsonNode tree) {
    List<MerkleHash> path = new ArrayList<>();
    tree.path("path").forEach(each -> path.add(hash(each)));
    return ProofVerifier.inclusion(
        tree.path("index").asLong(),
        tree.path("size").asLong(),
        leaf,
        path,
        hash(tree.path("root")));
  }

  public static MerkleHash leaf(String record) {
    return MerkleHash.leaf(record.getBytes(StandardCharsets.UTF_8));
  }

  public static MerkleHash hash(JsonNode text) {
    return MerkleHash.of(HexFormat.of().parseHex(text.asText()));
  }
}
