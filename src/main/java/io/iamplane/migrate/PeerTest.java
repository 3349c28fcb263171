package io.iamplane.migrate;

import java.util.List;

/** Assertions that are asked together, with relations besides those of the file. */
public record PeerTest(String name, List<PeerTuple> tuples, List<PeerAssertion> assertions) {
  public PeerTest {
    tuples = List.copyOf(tuples);
    assertions = List.copyOf(assertions);
  }
}
