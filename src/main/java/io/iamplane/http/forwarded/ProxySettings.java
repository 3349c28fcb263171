package io.iamplane.http.forwarded;

import io.iamplane.http.forwarded.ProxyConfig.Header;
import io.iamplane.shared.net.Cidr;
import io.iamplane.shared.net.IpAddress;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The addresses and ranges of trusted proxies, and the header that they set. Names are not
 * resolved: an answer of DNS would then decide about the right to claim any address.
 */
@Singleton
public class ProxySettings {

  private static final int IPV4_BITS = 32;
  private static final int IPV6_BITS = 128;

  private final Header header;
  private final List<Cidr> trusted = new ArrayList<>();
  private final List<String> unreadable = new ArrayList<>();

  public ProxySettings(ProxyConfig config) {
    this.header = config.header();
    for (String entry : config.trusted().orElse(List.of())) {
      String text = entry.strip();
      IpAddress single = IpAddress.parse(text);
      Cidr range =
          single == null ? Cidr.parse(text) : new Cidr(single, single.v4() ? IPV4_BITS : IPV6_BITS);
      if (range == null) {
        unreadable.add(text);
      } else {
        trusted.add(range);
      }
    }
  }

  Header header() {
    return header;
  }

  public boolean trusts(String address) {
    for (Cidr range : trusted) {
      if (Boolean.TRUE.equals(range.contains(address))) {
        return true;
      }
    }
    return false;
  }

  /** Entries that are neither an address nor a range; they trust nothing. */
  public List<String> unreadable() {
    return Collections.unmodifiableList(unreadable);
  }
}
