package io.iamplane.migrate.real;

import io.iamplane.migrate.PeerAssertion.Check;
import io.iamplane.migrate.PeerAssertion.Objects;
import io.iamplane.migrate.PeerAssertion.Subjects;
import io.iamplane.migrate.generator.GeneratedPeer.Peer;
import java.io.IOException;
import java.util.List;

/** A running server of another system. */
public interface RealPeer extends AutoCloseable {

  /**
   * Has this model and these relations in the place of those before.
   *
   * @throws RefusedModelException when it does not take the model
   */
  void load(Peer peer) throws IOException, RefusedModelException;

  /** Its answers, in the order of the questions. */
  List<RealAnswer> ask(List<Check> questions) throws IOException;

  /** The question with the server's answer as its expectation; without values of a request. */
  Objects listed(Objects asked) throws IOException;

  /** The question with the server's answer as its expectation; without values of a request. */
  Subjects listed(Subjects asked) throws IOException;

  @Override
  void close();

  enum RealAnswer {
    ALLOWED,
    DENIED,
    /** It depends on values that the request does not give. */
    UNDECIDED
  }

  /** It does not take a model. */
  final class RefusedModelException extends Exception {

    private static final long serialVersionUID = 1L;

    public RefusedModelException(String message) {
      super(message);
    }
  }
}
