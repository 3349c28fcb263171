package io.iamplane.http.limit;

import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Charges all ceilings of a request, or none: a client does not pay for a tenant's refusal. */
@Singleton
public class Ceilings {

  private static final String ANYWHERE = "";

  private final RateLimits limits;

  Ceilings(RateLimits limits) {
    this.limits = limits;
  }

  /** A ceiling with its owner, and the owner's name in a refusal. */
  public record Counted(RateLimit limit, @Nullable String whose, String address, String called) {}

  /** The charge: the client's at its address if all ceilings allow it, else the refusing one. */
  public record Taken(Counted counted, RateLimits.State state) {

    /** The refusal; null when the request may go on. */
    public @Nullable IamException refusal() {
      if (state.allowed()) {
        return null;
      }
      return IamException.tooMany(
          "At most " + state.ceiling() + " requests a minute are allowed" + counted.called + ".",
          state.retryAfterSeconds());
    }
  }

  /**
   * @param limit {@link RateLimit#ADMIN} or {@link RateLimit#DECISION}
   * @param client the client; null when the token names no client
   */
  public Allowance take(
      RateLimit limit, OrganizationId organization, @Nullable String client, String address) {
    List<Counted> under = under(limit, organization, client, address);
    List<Taken> all = new ArrayList<>(under.size());
    for (int i = 0; i < under.size(); i++) {
      Counted one = under.get(i);
      Taken taken = new Taken(one, limits.take(one.limit(), one.whose(), one.address()));
      if (!taken.state().allowed()) {
        under
            .subList(0, i)
            .forEach(paid -> limits.giveBack(paid.limit(), paid.whose(), paid.address()));
        return new Allowance(limits, taken);
      }
      all.add(taken);
    }
    return new Allowance(limits, all.getFirst());
  }

  /** Looks at the ceilings of a request, and takes nothing: the first that would refuse it. */
  public Taken look(
      RateLimit limit, OrganizationId organization, @Nullable String client, String address) {
    List<Taken> seen =
        under(limit, organization, client, address).stream()
            .map(one -> new Taken(one, limits.look(one.limit(), one.whose(), one.address())))
            .toList();
    return seen.stream()
        .filter(each -> !each.state().allowed())
        .findFirst()
        .orElseGet(seen::getFirst);
  }

  private static List<Counted> under(
      RateLimit limit, OrganizationId organization, @Nullable String client, String address) {
    List<Counted> under = new ArrayList<>(3);
    under.add(new Counted(limit, client, address, ""));
    if (limit == RateLimit.ADMIN) {
      if (client != null) {
        under.add(new Counted(RateLimit.CLIENT, client, ANYWHERE, " for your client"));
      }
      under.add(
          new Counted(
              RateLimit.TENANT,
              organization.toString(),
              ANYWHERE,
              " for all of your organization's clients together"));
    }
    return under;
  }
}
