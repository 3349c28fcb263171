package io.iamplane.decision.work;

import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Ticker;
import io.iamplane.shared.trace.Tracer;
import io.iamplane.shared.wire.LargeBody;
import io.iamplane.shared.wire.MustWaitException;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.vertx.http.runtime.CurrentVertxRequest;
import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Gives each request for decisions its budget. */
@Singleton
public class RequestBudgets {

  private static final long REQUEST_STEPS = 1_000_000;

  /** The steps a second of one tenant, before each of its requests needs a turn. */
  private static final long TENANT_STEPS = 8_000_000;

  private final RequestBudget.Limits limits;
  private final Ticker ticker;
  private final CurrentVertxRequest current;
  private final HeavyWork heavy;

  /** Apart from the former, so that no decision waits for a simulation of its own tenant. */
  private final HeavyWork simulations;

  private final Counter abandoned;
  private final Tracer tracer;

  RequestBudgets(
      DecisionConfig config,
      Ticker ticker,
      CurrentVertxRequest current,
      MeterRegistry registry,
      Tracer tracer) {
    this.tracer = tracer;
    this.limits =
        new RequestBudget.Limits(
            config.maxSteps(), REQUEST_STEPS, config.requestDeadline().toNanos());
    int most = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
    this.heavy = new HeavyWork(most, new StepShares(ticker, TENANT_STEPS));
    this.simulations = new HeavyWork(most, new StepShares(ticker, TENANT_STEPS));
    this.ticker = ticker;
    this.current = current;
    FunctionCounter.builder("iam_decision_steps", heavy, HeavyWork::steps)
        .description("Steps taken by decisions, for all tenants together")
        .register(registry);
    this.abandoned =
        Counter.builder("iam_decision_requests_abandoned")
            .description("Requests whose client disconnected before everything was decided")
            .register(registry);
  }

  /** Makes the budget of a decision about a right of the caller's, charged to an organization. */
  public RightsBudget rights(OrganizationId organization) {
    return new RightsBudget(organization, heavy);
  }

  /**
   * Must be called before a body is read.
   *
   * @throws MustWaitException when that takes long, on an event loop
   */
  public void requireLight() {
    RoutingContext request = current.getCurrent();
    if (request != null && LargeBody.is(request)) {
      MustWaitException.requireMayWait();
    }
  }

  /**
   * Opens the budget of the present request of a caller's organization; its time runs from now. It
   * ends with the request's connection, or its HTTP/2 stream.
   *
   * @throws MustWaitException when the tenant's requests wait for turns, on a thread that must not
   */
  public RequestBudget open(OrganizationId organization) {
    return begun(budget(organization, limits, heavy));
  }

  /**
   * The same for another request; {@code gone} is not called again once its client disconnected.
   */
  public RequestBudget open(OrganizationId organization, BooleanSupplier gone) {
    return begun(new RequestBudget(organization, limits, ticker, heavy, () -> isAbandoned(gone)));
  }

  private RequestBudget begun(RequestBudget opened) {
    RequestBudget budget = opened.traced(DecisionSpan.begin(tracer)).begin();
    if (budget.mustWait()) {
      budget.close();
      MustWaitException.requireMayWait();
    }
    return budget;
  }

  /**
   * Opens the budget of a simulation, which many decisions share; its time includes waits for
   * turns. Simulations compute in turns of some milliseconds, half as many at a time as there are
   * processors; it ends with the request's connection.
   */
  public RequestBudget openSimulation(OrganizationId organization, Duration time) {
    return budget(organization, forSimulation(time), simulations)
        .traced(DecisionSpan.begin(tracer))
        .begin();
  }

  /** The same for a job, which no client waits for. */
  public RequestBudget openJob(OrganizationId organization, Duration time) {
    return new RequestBudget(organization, forSimulation(time), ticker, simulations, () -> false)
        .begin();
  }

  private RequestBudget.Limits forSimulation(Duration time) {
    return new RequestBudget.Limits(limits.decisionSteps(), Long.MAX_VALUE, time.toNanos());
  }

  private RequestBudget budget(
      OrganizationId organization, RequestBudget.Limits most, HeavyWork work) {
    RoutingContext request = current.getCurrent();
    return new RequestBudget(
        organization,
        most,
        ticker,
        work,
        request == null ? () -> false : () -> isAbandoned(request.response()::closed));
  }

  /** Returns true, and counts the request, once its client is gone; not asked again after that. */
  private boolean isAbandoned(BooleanSupplier gone) {
    boolean closed = gone.getAsBoolean();
    if (closed) {
      abandoned.increment();
    }
    return closed;
  }
}
