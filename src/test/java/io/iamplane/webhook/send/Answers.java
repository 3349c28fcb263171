package io.iamplane.webhook.send;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Answers of a name server. Each carries the name that was asked for, as the system's do. */
final class Answers {

  private Answers() {}

  /**
   * The addresses of a name.
   *
   * @param addresses separated by spaces; none when null or blank
   */
  static List<InetAddress> of(String name, @Nullable String addresses) throws UnknownHostException {
    if (addresses == null || addresses.isBlank()) {
      throw new UnknownHostException("no answer");
    }
    List<InetAddress> found = new ArrayList<>();
    for (String address : addresses.split(" ")) {
      found.add(InetAddress.getByAddress(name, InetAddress.ofLiteral(address).getAddress()));
    }
    return found;
  }
}
