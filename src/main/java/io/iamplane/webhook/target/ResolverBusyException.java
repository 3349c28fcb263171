package io.iamplane.webhook.target;

import java.net.UnknownHostException;

/** No lookup thread was free in time; the name may be valid. */
public final class ResolverBusyException extends UnknownHostException {
  private static final long serialVersionUID = 1L;

  ResolverBusyException(String name) {
    super(name);
  }
}
