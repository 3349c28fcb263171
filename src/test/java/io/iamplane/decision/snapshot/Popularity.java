package io.iamplane.decision.snapshot;

import java.util.Arrays;
import java.util.random.RandomGenerator;

/** Zipf's law: the second is half as popular as the first, the third a third. */
final class Popularity {

  private final double[] sums;

  Popularity(int many) {
    this.sums = new double[many];
    double sum = 0;
    for (int i = 0; i < many; i++) {
      sum += 1.0 / (i + 1);
      sums[i] = sum;
    }
  }

  /** Some number below as many, small ones more often. */
  int next(RandomGenerator random) {
    int at = Arrays.binarySearch(sums, random.nextDouble() * sums[sums.length - 1]);
    return at < 0 ? -at - 1 : at;
  }

  /** The part of all requests for the first few. */
  double ofFirst(int few) {
    return sums[few - 1] / sums[sums.length - 1];
  }
}
