package io.iamplane.decision.seal.check;

import io.iamplane.chain.tree.MerkleRoot;
import io.iamplane.chain.verifier.FindingCause;
import io.iamplane.decision.block.Block;
import io.iamplane.decision.block.BlockBuilder;
import io.iamplane.decision.block.BlockDeflater;
import io.iamplane.decision.block.BlockLines;
import io.iamplane.decision.log.LoggedBlocks;
import io.iamplane.decision.seal.check.TamperedDecisions.Named;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.UuidV7;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.zip.Deflater;

/** The ways to change sealed decisions, from a flipped bit to a rewrite of all that can fit. */
enum DecisionTampering {
  /** One bit of a body. */
  BIT(FindingCause.DECISION_BLOCK_ALTERED) {
    @Override
    void apply(Scene scene) throws SQLException {
      byte[] body;
      do {
        body = scene.block.body().clone();
        body[scene.random.nextInt(body.length)] ^= (byte) (1 << scene.random.nextInt(8));
      } while (isSame(scene.block.body(), body));
      scene.tampered.body(scene.block.id(), body);
    }
  },
  /** Bytes behind the end of a body. */
  TRAILER(FindingCause.DECISION_BLOCK_ALTERED) {
    @Override
    void apply(Scene scene) throws SQLException {
      byte[] body = scene.block.body();
      scene.tampered.body(
          scene.block.id(), Arrays.copyOf(body, body.length + 1 + scene.random.nextInt(9)));
    }
  },
  /** Another decision in a body, with the columns unchanged. */
  REWRITTEN_BODY(FindingCause.DECISION_BLOCK_ALTERED) {
    @Override
    void apply(Scene scene) throws SQLException {
      scene.tampered.body(scene.block.id(), scene.rewritten().body());
    }
  },
  /** Another decision in a block, with all its columns. */
  REWRITTEN_BLOCK(FindingCause.DECISION_BLOCK_ALTERED) {
    @Override
    void apply(Scene scene) throws SQLException {
      scene.tampered.replace(scene.block.id(), scene.rewritten());
    }
  },
  /** The same, with the root that its seal names. */
  REWRITTEN_NAME(FindingCause.DECISION_SEAL_MISMATCH) {
    @Override
    void apply(Scene scene) throws SQLException {
      Block block = scene.rewritten();
      scene.tampered.replace(scene.block.id(), block);
      scene.name(block);
    }
  },
  /** The same, with the root of the seal: all but the record. */
  REWRITTEN_SEAL(FindingCause.DECISION_SEAL_MISMATCH) {
    @Override
    void apply(Scene scene) throws SQLException {
      Block block = scene.rewritten();
      scene.tampered.replace(scene.block.id(), block);
      scene.name(block);
      MerkleRoot root = new MerkleRoot();
      for (Named each : scene.ofSeal()) {
        byte[] leaf =
            each == scene.block
                ? block.root()
                : BlockLines.root(BlockLines.of(each.body())).bytes();
        root.add(leaf, leaf.length);
      }
      scene.tampered.update(
          "UPDATE iam_decision_seals SET root = ? WHERE id = ?", root.bytes(), scene.block.seal());
    }
  },
  /** A column of a block, which the body does not follow. */
  COLUMN(FindingCause.DECISION_BLOCK_ALTERED) {
    @Override
    void apply(Scene scene) throws SQLException {
      List<String> changes =
          List.of(
              "last_id = gen_random_uuid()",
              "decisions = decisions + 1",
              "denied = denied - 1",
              "step_up = step_up + 1",
              "filter = ''",
              "filter = set_bit(filter, 0, 1 - get_bit(filter, 0))",
              "root = set_bit(root, 9, 1 - get_bit(root, 9))",
              "root = ''");
      scene.tampered.run(
          "UPDATE iam_decisions SET %s WHERE :o AND id = '%s'"
              .formatted(changes.get(scene.random.nextInt(changes.size())), scene.block.id()));
    }
  },
  /** A block that is gone. */
  DELETED(FindingCause.DECISION_BLOCK_MISSING) {
    @Override
    void apply(Scene scene) throws SQLException {
      scene.tampered.run("DELETE FROM iam_decisions WHERE :o AND id = '" + scene.block.id() + "'");
    }
  },
  /** A block that is gone with its place in the seal. */
  DELETED_WITH_NAME(FindingCause.DECISION_SEAL_MISMATCH) {
    @Override
    void apply(Scene scene) throws SQLException {
      DELETED.apply(scene);
      scene.tampered.run(
          "DELETE FROM iam_decision_sealed WHERE :o AND block_id = '" + scene.block.id() + "'");
    }
  },
  /** A seal that is gone with all its blocks. */
  DELETED_SEAL(FindingCause.DECISION_SEAL_MISMATCH) {
    @Override
    void apply(Scene scene) throws SQLException {
      scene.tampered.run(
          "DELETE FROM iam_decisions WHERE :o AND id IN (SELECT block_id FROM iam_decision_sealed"
              + " WHERE seal_id = '%s')".formatted(scene.block.seal()),
          "DELETE FROM iam_decision_sealed WHERE :o AND seal_id = '" + scene.block.seal() + "'",
          "DELETE FROM iam_decision_seals WHERE :o AND id = '" + scene.block.seal() + "'");
    }
  },
  /** A block that waits for a seal again. */
  UNSEALED(FindingCause.DECISION_SEAL_MISMATCH) {
    @Override
    void apply(Scene scene) throws SQLException {
      scene.tampered.run(
          "DELETE FROM iam_decision_sealed WHERE :o AND block_id = '" + scene.block.id() + "'",
          "INSERT INTO iam_decision_unsealed SELECT organization_id, id, decisions, root"
              + " FROM iam_decisions WHERE :o AND id = '%s'".formatted(scene.block.id()));
    }
  },
  /** A block that nothing names. */
  ADDED(FindingCause.DECISION_BLOCK_ADDED) {
    @Override
    void apply(Scene scene) throws SQLException {
      scene.tampered.add(scene.another());
    }
  },
  /** A block under a seal that has a record. */
  ADDED_TO_SEAL(FindingCause.DECISION_SEAL_MISMATCH) {
    @Override
    void apply(Scene scene) throws SQLException {
      Block block = scene.another();
      scene.tampered.add(block);
      scene.seal(block, scene.block.seal(), scene.ofSeal().size());
    }
  },
  /** A block under a seal of its own, which has no record. */
  ADDED_WITH_SEAL(FindingCause.DECISION_BLOCK_ADDED) {
    @Override
    void apply(Scene scene) throws SQLException {
      Block block = scene.another();
      UUID seal = UuidV7.next();
      scene.tampered.add(block);
      scene.seal(block, seal, 0);
      scene.addSeal(seal);
    }
  },
  /** A seal without a block or a record. */
  EMPTY_SEAL(FindingCause.DECISION_SEAL_MISMATCH) {
    @Override
    void apply(Scene scene) throws SQLException {
      scene.addSeal(UuidV7.next());
    }
  },
  /** The body and root of another block. */
  COPIED(FindingCause.DECISION_BLOCK_ALTERED) {
    @Override
    void apply(Scene scene) throws SQLException {
      scene.tampered.run(
          "UPDATE iam_decisions d SET body = o.body, root = o.root FROM iam_decisions o"
              + " WHERE d.:o AND o.organization_id = d.organization_id AND d.id = '%s'"
                  .formatted(scene.block.id())
              + " AND o.id = '%s'".formatted(scene.other().id()));
    }
  },
  /** Two blocks under the ids of each other. */
  SWAPPED(FindingCause.DECISION_BLOCK_ALTERED) {
    @Override
    void apply(Scene scene) throws SQLException {
      UUID one = scene.block.id();
      UUID other = scene.other().id();
      scene.tampered.run(
          ("UPDATE iam_decisions d SET last_id = o.last_id, decisions = o.decisions,"
                  + " denied = o.denied, step_up = o.step_up, filter = o.filter, body = o.body,"
                  + " root = o.root FROM iam_decisions o WHERE d.:o"
                  + " AND o.organization_id = d.organization_id AND d.id IN ('%1$s', '%2$s')"
                  + " AND o.id IN ('%1$s', '%2$s') AND o.id <> d.id")
              .formatted(one, other));
    }
  },
  /** A column of a seal. */
  SEAL_COLUMN(FindingCause.DECISION_SEAL_MISMATCH) {
    @Override
    void apply(Scene scene) throws SQLException {
      List<String> changes =
          List.of(
              "blocks = blocks + 1",
              "decisions = decisions - 1",
              "root = set_bit(root, 100, 1 - get_bit(root, 100))",
              "sealed_at = sealed_at - interval '1 microsecond'",
              "id = gen_random_uuid()");
      scene.tampered.run(
          "UPDATE iam_decision_seals SET %s WHERE :o AND id = '%s'"
              .formatted(changes.get(scene.random.nextInt(changes.size())), scene.block.seal()));
    }
  },
  /** A block under another id, in its row and in its seal. */
  RENAMED(FindingCause.DECISION_BLOCK_ALTERED) {
    @Override
    void apply(Scene scene) throws SQLException {
      Named block;
      UUID id;
      do {
        block = scene.between();
        id =
            new UUID(block.id().getMostSignificantBits(), block.id().getLeastSignificantBits() + 1);
        // It may be another block's of the same millisecond.
      } while (scene.hasBlock(id));
      scene.tampered.run(
          "UPDATE iam_decisions SET id = '%s' WHERE :o AND id = '%s'".formatted(id, block.id()),
          "UPDATE iam_decision_sealed SET block_id = '%s' WHERE :o AND block_id = '%s'"
              .formatted(id, block.id()));
    }
  };

  private final FindingCause cause;

  DecisionTampering(FindingCause cause) {
    this.cause = cause;
  }

  /** Changes something, once. */
  abstract void apply(Scene scene) throws SQLException;

  /** The cause that verification names. */
  FindingCause cause() {
    return cause;
  }

  private static boolean isSame(byte[] one, byte[] other) {
    try {
      return BlockLines.root(BlockLines.of(one)).equals(BlockLines.root(BlockLines.of(other)));
    } catch (RuntimeException e) {
      return false;
    }
  }

  /** The scene of one tampering. */
  static final class Scene {

    private final OrganizationId organization;
    private final TamperedDecisions tampered;
    private final Random random;
    private final List<Named> blocks;
    private final Named block;

    Scene(OrganizationId organization, TamperedDecisions tampered, Random random)
        throws SQLException {
      this.organization = organization;
      this.tampered = tampered;
      this.random = random;
      this.blocks = tampered.blocks();
      // A record is changed by a name that these have; others are the matter of StubTampering.
      List<Named> whole =
          blocks.stream()
              .filter(each ->
                  new String(BlockLines.all(each.body()).getFirst(), StandardCharsets.UTF_8)
                      .contains("\"asked\""))
              .toList();
      this.block = whole.get(random.nextInt(whole.size()));
    }

    private List<Named> ofSeal() {
      return blocks.stream().filter(each -> each.seal().equals(block.seal())).toList();
    }

    /** A block that its seal's record names neither as the first nor as the last. */
    private Named between() {
      List<Named> inner =
          IntStream.range(1, blocks.size() - 1)
              .filter(i ->
                  blocks.get(i - 1).seal().equals(blocks.get(i).seal())
                      && blocks.get(i + 1).seal().equals(blocks.get(i).seal()))
              .mapToObj(blocks::get)
              .toList();
      return inner.get(random.nextInt(inner.size()));
    }

    private boolean hasBlock(UUID id) {
      return blocks.stream().anyMatch(each -> each.id().equals(id));
    }

    private Named other() {
      Named other;
      do {
        other = blocks.get(random.nextInt(blocks.size()));
      } while (other == block);
      return other;
    }

    private Block another() {
      return LoggedBlocks.of(organization, 1 + random.nextInt(4), Map.of());
    }

    /** The block with one denial turned into a permission. */
    private Block rewritten() {
      List<byte[]> lines = BlockLines.of(block.body());
      int changed = random.nextInt(lines.size());
      BlockBuilder builder = new BlockBuilder(organization, new BlockDeflater(Deflater.BEST_SPEED));
      for (int i = 0; i < lines.size(); i++) {
        String line = new String(lines.get(i), StandardCharsets.UTF_8);
        if (i == changed) {
          line = line.replace("\"outcome\":\"deny\"", "\"outcome\":\"allow\"");
        } else {
          builder.summary().countDenied(false);
        }
        byte[] text = line.getBytes(StandardCharsets.UTF_8);
        builder.add(UUID.fromString(line.substring(7, 43)), text);
        builder.summary().nameSubject("user:ann");
        builder.summary().nameKey("app:read");
        builder.summary().nameResource("doc:1");
      }
      return builder.build();
    }

    private void name(Block named) throws SQLException {
      tampered.update(
          "UPDATE iam_decision_sealed SET root = ? WHERE block_id = ?", named.root(), named.id());
    }

    private void seal(Block named, UUID seal, int position) throws SQLException {
      tampered.update(
          "INSERT INTO iam_decision_sealed (organization_id, block_id, seal_id, position, root)"
              + " VALUES (?, ?, ?, ?, ?)",
          organization.value(),
          named.id(),
          seal,
          position,
          named.root());
    }

    private void addSeal(UUID seal) throws SQLException {
      tampered.update(
          "INSERT INTO iam_decision_seals (organization_id, id, blocks, decisions, root, sealed_at)"
              + " VALUES (?, ?, 1, 1, ?, now())",
          organization.value(),
          seal,
          new byte[32]);
    }
  }
}
