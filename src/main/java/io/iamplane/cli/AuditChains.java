package io.iamplane.cli;

import io.iamplane.audit.verification.VerificationService;
import io.iamplane.chain.AuditConfig;
import io.iamplane.directory.organization.Organization;
import io.iamplane.directory.organization.OrganizationService;
import io.iamplane.shared.Caller;
import io.iamplane.shared.Doing;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The chains that a command is about: one organization's, or all. */
@Singleton
class AuditChains {

  private final Database database;
  private final OrganizationService organizations;
  private final CommandOrganization named;
  private final VerificationService verifications;
  private final AuditConfig config;

  AuditChains(
      Database database,
      OrganizationService organizations,
      CommandOrganization named,
      VerificationService verifications,
      AuditConfig config) {
    this.database = database;
    this.organizations = organizations;
    this.named = named;
    this.verifications = verifications;
    this.config = config;
  }

  record Chain(OrganizationId id, String key) {}

  /** By key or id; a {@link CommandException} when there is no such organization. */
  Chain one(String organization) {
    return chain(named.find(organization));
  }

  /**
   * The chain of a key or id, or all; a {@link CommandException} when there is no such
   * organization.
   */
  List<Chain> named(@Nullable String organization) {
    if (organization != null) {
      return List.of(one(organization));
    }
    database.requireSchema();
    return organizations.all().stream().map(AuditChains::chain).toList();
  }

  /** Iterates over chains, and shows the present one as progress. */
  static Iterable<Chain> inTurn(List<Chain> chains, String verb) {
    return () ->
        IntStream.range(0, chains.size())
            .mapToObj(at -> {
              Chain chain = chains.get(at);
              Doing.stage("%s %s (%d of %d)".formatted(verb, chain.key(), at + 1, chains.size()));
              return chain;
            })
            .iterator();
  }

  /**
   * Chains with traces in the anchor, the database or an open finding, but without an organization
   * in the database. Unreadable sources go to the report.
   */
  List<Chain> gone(@Nullable Path anchor, AuditReport<?> report) {
    Set<OrganizationId> gone = new LinkedHashSet<>();
    report.attempt(() -> gone.addAll(verifications.anchoredAndGone(anchor)));
    report.attempt(() -> gone.addAll(verifications.chainedAndGone()));
    report.attempt(() -> gone.addAll(verifications.foundAndGone()));
    return gone.stream().map(id -> new Chain(id, id.toString())).toList();
  }

  /** The actor in the platform organization; empty if that is absent. */
  Optional<Caller> caller(Function<OrganizationId, Caller> actor) {
    return organizations.platform().map(platform -> actor.apply(platform.id()));
  }

  boolean isAnchored() {
    return config.anchor().isPresent();
  }

  private static Chain chain(Organization organization) {
    return new Chain(organization.id(), organization.key());
  }
}
