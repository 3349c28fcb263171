package io.iamplane.packaged.checks;

import io.iamplane.packaged.load.LoadRequest;
import io.iamplane.packaged.load.LoadTarget;
import java.util.List;

/**
 * A server and its requests, in turn.
 *
 * @param requests made in advance, so that the client does not compete with the measured server
 */
public record CheckTarget(int port, ProcessHandle process, List<LoadRequest> requests)
    implements LoadTarget {

  @Override
  public LoadRequest request(int number) {
    return requests.get(number % requests.size());
  }

  @Override
  public boolean mayShed() {
    return true;
  }
}
