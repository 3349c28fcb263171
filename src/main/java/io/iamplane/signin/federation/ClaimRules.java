package io.iamplane.signin.federation;

import io.iamplane.shared.Aal;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The meaning of a provider's claims here.
 *
 * @param requiredClaims the values that a claim may have, for anyone to sign in
 * @param createUsers true if a person who is not known yet is made at the first sign-in
 * @param link the rule for people who are known already; null: none is found by a claim
 * @param groupsClaim the claim with names of groups; null: none
 * @param groups the group here, by id, external id or key, for a value of that claim
 * @param aal2Acr the values of {@code acr} that mean {@code aal2}
 * @param aal2Amr the values of {@code amr}, of which one means {@code aal2}
 */
@RegisterForReflection
record ClaimRules(
    Map<String, List<String>> requiredClaims,
    boolean createUsers,
    @Nullable Link link,
    @Nullable String groupsClaim,
    Map<String, String> groups,
    List<String> aal2Acr,
    List<String> aal2Amr) {

  private static final int MOST_VALUES = 500;

  /**
   * The rule that finds a person by the external id.
   *
   * @param claim holds the external id
   * @param verifiedClaim must be true: the provider says so that it has verified the first
   */
  @RegisterForReflection
  record Link(String claim, String verifiedClaim) {}

  boolean admit(Map<String, Object> claims) {
    return requiredClaims.entrySet().stream()
        .allMatch(
            each -> texts(claims.get(each.getKey())).stream().anyMatch(each.getValue()::contains));
  }

  /** The external id of a person, verified by the provider. */
  Optional<String> externalId(Map<String, Object> claims) {
    return link != null
            && Boolean.TRUE.equals(claims.get(link.verifiedClaim()))
            && claims.get(link.claim()) instanceof String id
            && !id.isBlank()
        ? Optional.of(id)
        : Optional.empty();
  }

  Set<String> groups(Map<String, Object> claims) {
    Set<String> references = new TreeSet<>();
    if (groupsClaim != null) {
      texts(claims.get(groupsClaim)).stream()
          .limit(MOST_VALUES)
          .filter(groups::containsKey)
          .forEach(value -> references.add(groups.get(value)));
    }
    return references;
  }

  Aal aal(@Nullable String acr, List<String> amr) {
    return (acr != null && aal2Acr.contains(acr)) || amr.stream().anyMatch(aal2Amr::contains)
        ? Aal.AAL2
        : Aal.AAL1;
  }

  /** A claim as texts: itself, or its elements. Other forms have none. */
  private static List<String> texts(@Nullable Object claim) {
    return switch (claim) {
      case String text -> List.of(text);
      case Boolean truth -> List.of(truth.toString());
      case List<?> list ->
          list.stream().filter(String.class::isInstance).map(String.class::cast).toList();
      case null, default -> List.of();
    };
  }
}
