package io.iamplane.decision.seal.check;

import java.util.BitSet;
import java.util.random.RandomGenerator;

/** Chooses which blocks of a seal are read whole; the others are looked at by their columns. */
@FunctionalInterface
interface BlockChoice {

  /** Returns the positions of the blocks that are read, for a seal with so many. */
  BitSet among(int blocks);

  static BlockChoice all() {
    return blocks -> {
      BitSet chosen = new BitSet(blocks);
      chosen.set(0, blocks);
      return chosen;
    };
  }

  /** Each block with the same probability; all blocks from 1 on. */
  static BlockChoice share(double share, RandomGenerator random) {
    return share >= 1
        ? all()
        : blocks -> {
          BitSet chosen = new BitSet(blocks);
          for (int i = 0; i < blocks; i++) {
            chosen.set(i, random.nextDouble() < share);
          }
          return chosen;
        };
  }

  /** Some blocks of each seal, all where it has no more. */
  static BlockChoice some(int most, RandomGenerator random) {
    return blocks -> {
      if (blocks <= most) {
        return all().among(blocks);
      }
      BitSet chosen = new BitSet(blocks);
      for (int left = most; left > 0; ) {
        int block = random.nextInt(blocks);
        left -= chosen.get(block) ? 0 : 1;
        chosen.set(block);
      }
      return chosen;
    };
  }
}
