package io.iamplane.governance.simulation;

import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.util.HashSet;
import java.util.Set;

/**
 * Bounds how many simulations run at once: one of each tenant, and so few in all that other large
 * reads find a place. Those beyond do not wait.
 */
@Singleton
class SimulationPermits {

  /** A quarter of the 16 connections of a usual pool, so that other large reads find a place. */
  static final int IN_ALL = 4;

  private static final String RETRY_AFTER_SECONDS = "10";

  private final Set<OrganizationId> running = new HashSet<>();

  /** The right to run one simulation, until it is closed. */
  @FunctionalInterface
  interface Permit extends AutoCloseable {
    @Override
    void close();
  }

  /** Takes a permit; TOO_MANY_REQUESTS when the tenant has one, or all are taken. */
  synchronized Permit take(OrganizationId organization) {
    if (running.contains(organization)) {
      throw refused("A simulation for this organization is already running. Try again later.");
    }
    if (running.size() >= IN_ALL) {
      throw refused("Too many simulations are running. Try again later.");
    }
    running.add(organization);
    return () -> giveBack(organization);
  }

  private static IamException refused(String detail) {
    return IamException.of(ErrorCode.TOO_MANY_REQUESTS, detail)
        .with("retry_after", RETRY_AFTER_SECONDS);
  }

  private synchronized void giveBack(OrganizationId organization) {
    running.remove(organization);
  }
}
