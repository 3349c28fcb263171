package io.iamplane.migrate;

import java.util.List;

/** A model with the relations and tests of the same file. */
public record PeerDocument(PeerModel model, List<PeerTuple> tuples, List<PeerTest> tests) {
  public PeerDocument {
    tuples = List.copyOf(tuples);
    tests = List.copyOf(tests);
  }
}
