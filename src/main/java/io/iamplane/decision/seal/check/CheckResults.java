package io.iamplane.decision.seal.check;

import io.iamplane.chain.verifier.Finding;
import io.iamplane.chain.verifier.FindingCause;
import io.iamplane.chain.verifier.SealedDecisions.Checked;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Counts what one verification compares and finds, and keeps the first finding of each cause. */
final class CheckResults {

  private final Map<FindingCause, Finding> first = new LinkedHashMap<>();
  private long found;
  private long seals;
  private long blocks;
  private long read;

  void addSeal() {
    seals++;
  }

  void addBlock() {
    blocks++;
  }

  void addRead() {
    read++;
  }

  void add(Finding finding) {
    first.putIfAbsent(finding.cause(), finding);
    found++;
  }

  long blocks() {
    return blocks;
  }

  long found() {
    return found;
  }

  Checked checked(boolean complete) {
    return new Checked(seals, blocks, read, List.copyOf(first.values()), found, complete);
  }
}
