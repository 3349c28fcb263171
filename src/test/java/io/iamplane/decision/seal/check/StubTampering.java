package io.iamplane.decision.seal.check;

import io.iamplane.chain.tree.MerkleHash;
import io.iamplane.decision.block.Block;
import io.iamplane.decision.block.BlockLines;
import io.iamplane.decision.block.ErasedRecord;
import io.iamplane.decision.erasure.CraftedRecords;
import io.iamplane.shared.Hashes;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.UuidV7;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The ways to pass a record off as erased, or an erased one off as another. */
enum StubTampering {
  /** One more record is erased, with its right hash. */
  MORE {
    @Override
    void change(List<byte[]> lines, Random random) {
      int index = anyRecord(lines, random);
      lines.set(index, stub(lines.get(index), MerkleHash.leaf(lines.get(index))));
    }
  },
  /** One more is, with a hash that someone invented. */
  INVENTED {
    @Override
    void change(List<byte[]> lines, Random random) {
      int index = anyRecord(lines, random);
      byte[] noise = new byte[8];
      random.nextBytes(noise);
      lines.set(index, stub(lines.get(index), MerkleHash.of(Hashes.sha256(noise))));
    }
  },
  /** All are. */
  ALL {
    @Override
    void change(List<byte[]> lines, Random random) {
      anyRecord(lines, random);
      lines.replaceAll(line -> isStub(line) ? line : stub(line, MerkleHash.leaf(line)));
    }
  },
  /** An erased denial was another outcome. */
  OUTCOME {
    @Override
    void change(List<byte[]> lines, Random random) {
      int index = anyStub(lines, random);
      ErasedRecord stub = read(lines.get(index));
      lines.set(index, new ErasedRecord(stub.leaf(), stub.id(), stub.at(), "allow").line());
    }
  },
  /** An erased decision was made at another time. */
  TIME {
    @Override
    void change(List<byte[]> lines, Random random) {
      int index = anyStub(lines, random);
      ErasedRecord stub = read(lines.get(index));
      lines.set(
          index,
          new ErasedRecord(stub.leaf(), stub.id(), "2000-01-01T00:00:00Z", stub.outcome()).line());
    }
  },
  /** An erased decision had another id, or another outcome where ids follow one another closely. */
  ID {
    @Override
    void change(List<byte[]> lines, Random random) {
      int index = anyStub(lines, random);
      int step = index == 0 ? -1 : index == lines.size() - 1 ? 1 : 0;
      ErasedRecord stub = read(lines.get(index));
      UUID id =
          new UUID(stub.id().getMostSignificantBits(), stub.id().getLeastSignificantBits() + step);
      String outcome = step == 0 ? "step_up" : stub.outcome();
      lines.set(index, new ErasedRecord(stub.leaf(), id, stub.at(), outcome).line());
    }
  },
  /** An erased record has the hash of its neighbour. */
  SWAPPED {
    @Override
    void change(List<byte[]> lines, Random random) {
      int index = anyStub(lines, random);
      ErasedRecord stub = read(lines.get(index));
      int other = index == 0 ? 1 : index - 1;
      lines.set(
          index,
          new ErasedRecord(BlockLines.leaf(lines.get(other)), stub.id(), stub.at(), stub.outcome())
              .line());
    }
  },
  /** An erased record is gone. */
  REMOVED {
    @Override
    void change(List<byte[]> lines, Random random) {
      lines.remove(anyStub(lines, random));
    }
  },
  /** A record that never was stands among the erased. */
  ADDED {
    @Override
    void change(List<byte[]> lines, Random random) {
      UUID id = UuidV7.next();
      lines.add(
          new ErasedRecord(
                  MerkleHash.leaf(id.toString().getBytes(StandardCharsets.US_ASCII)),
                  id,
                  "2026-03-01T12:00:00Z",
                  "deny")
              .line());
    }
  };

  private static final Pattern ID_MEMBER = Pattern.compile("\"id\":\"([0-9a-f-]{36})\"");

  /** Changes the lines of a block that has records and erased ones. */
  abstract void change(List<byte[]> lines, Random random);

  /** Rewrites a block with its columns, but for the roots that its seal has. */
  void apply(
      OrganizationId tenant, TamperedDecisions tampered, UUID block, byte[] body, Random random)
      throws SQLException {
    List<byte[]> lines = new ArrayList<>(BlockLines.all(body));
    change(lines, random);
    Block changed = CraftedRecords.of(tenant, lines);
    tampered.update(
        "UPDATE iam_decisions SET body = ?, filter = ?, denied = ?, decisions = ?"
            + " WHERE organization_id = ? AND id = ?",
        changed.body(),
        changed.filter(),
        changed.denied(),
        changed.decisions(),
        tenant.value(),
        block);
  }

  private static int anyRecord(List<byte[]> lines, Random random) {
    return any(lines, random, false);
  }

  private static int anyStub(List<byte[]> lines, Random random) {
    return any(lines, random, true);
  }

  private static int any(List<byte[]> lines, Random random, boolean stub) {
    List<Integer> of = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      if (isStub(lines.get(i)) == stub) {
        of.add(i);
      }
    }
    return of.get(random.nextInt(of.size()));
  }

  private static boolean isStub(byte[] line) {
    return ErasedRecord.isIn(line, line.length);
  }

  private static ErasedRecord read(byte[] line) {
    return ErasedRecord.read(line, line.length).orElseThrow();
  }

  private static byte[] stub(byte[] line, MerkleHash leaf) {
    Matcher id = ID_MEMBER.matcher(new String(line, StandardCharsets.UTF_8));
    if (!id.find()) {
      throw new IllegalStateException("a record without id");
    }
    return new ErasedRecord(leaf, UUID.fromString(id.group(1)), "2026-03-01T12:00:00Z", "deny")
        .line();
  }
}
