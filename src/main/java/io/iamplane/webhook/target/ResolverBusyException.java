package io.iamplane.webhook.target;

import java.net.UnknownHostException;

/** A name was not asked for in time, for want of somebody to ask: it tells nothing of the name. */
public final class ResolverBusyException extends UnknownHostException {
  private static final long serialVersionUID = 1L;

  ResolverBusyException(String name) {
    super(name);
  }
}
