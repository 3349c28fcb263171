package io.iamplane.migrate;

import java.util.List;

/**
 * Assertions that are asked together.
 *
 * @param tuples stored besides those of the file, for these assertions only
 */
public record PeerTest(String name, List<PeerTuple> tuples, List<PeerAssertion> assertions) {
  public PeerTest {
    tuples = List.copyOf(tuples);
    assertions = List.copyOf(assertions);
  }
}
