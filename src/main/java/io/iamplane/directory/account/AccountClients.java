package io.iamplane.directory.account;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.change.Recording;
import io.iamplane.database.Transactions;
import io.iamplane.directory.client.Client;
import io.iamplane.directory.client.ClientAuthMethod;
import io.iamplane.directory.client.ClientService;
import io.iamplane.directory.client.ClientState;
import io.iamplane.directory.client.ClientStatus;
import io.iamplane.directory.client.ClientView;
import io.iamplane.directory.client.IssuedClient;
import io.iamplane.directory.client.JsonWebKeys;
import io.iamplane.directory.client.NewClient;
import io.iamplane.directory.client.RotateSecretRequest;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.wire.Patch;
import io.iamplane.shared.wire.Revision;
import jakarta.inject.Singleton;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Service accounts together with the clients that they prove themselves by. Each writing method
 * runs inside the change that records it.
 */
@Singleton
public class AccountClients {

  private static final List<String> OF_CLIENT =
      List.of("scopes", "jwks", "dpop_bound_access_tokens");

  private final ServiceAccountService accounts;
  private final ClientService clients;
  private final Transactions transactions;

  AccountClients(ServiceAccountService accounts, ClientService clients, Transactions transactions) {
    this.accounts = accounts;
    this.clients = clients;
    this.transactions = transactions;
  }

  /** An account and its client, if it has one. */
  public record Shown(ServiceAccount account, @Nullable ClientView client) {}

  public Shown create(Recording recording, CreateServiceAccountRequest request) {
    ServiceAccount account =
        accounts.create(recording, request.externalId(), request.name(), request.attributes());
    NewClient client =
        new NewClient(
            recording.organization(),
            account.subject(),
            set(request.scopes()),
            Boolean.TRUE.equals(request.dpopBoundAccessTokens()));
    JsonWebKeys keys = request.keys();
    if (keys != null) {
      clients.createWithKeys(recording, client, keys);
      return shown(recording.organization(), account, null);
    }
    return shown(recording.organization(), account, clients.create(recording, client));
  }

  /**
   * Applies a patch; NOT_FOUND, PRECONDITION_FAILED, VALIDATION; CONFLICT for scopes of an account
   * without a client.
   */
  public Shown update(
      Recording recording,
      String reference,
      Patch<UpdateServiceAccountRequest> patch,
      @Nullable String ifMatch) {
    OrganizationId organization = recording.organization();
    ServiceAccount before = accounts.get(organization, reference);
    new Revision(before.revision()).requireMatch(ifMatch);
    UpdateServiceAccountRequest wanted = patch.onto(UpdateServiceAccountRequest.of(before));
    ServiceAccount after =
        accounts.update(recording, before.id(), wanted.name(), wanted.attributes());
    if (wanted.status() != before.status()) {
      after = accounts.setStatus(recording, before.id(), wanted.status());
      if (wanted.status() == ServiceAccount.Status.SUSPENDED) {
        // Also those by which it acts for people.
        clients.endTokens(recording, before.subject());
      }
    }
    boolean other = updateClient(recording, before, patch, wanted);
    return shown(organization, raised(recording, before, after, other), null);
  }

  /** Returns true if a patch may change the client. */
  static boolean namesClient(Patch<UpdateServiceAccountRequest> patch) {
    return OF_CLIENT.stream().anyMatch(patch::names);
  }

  /** Updates the client; returns true if it changed. */
  private boolean updateClient(
      Recording recording,
      ServiceAccount account,
      Patch<UpdateServiceAccountRequest> patch,
      UpdateServiceAccountRequest wanted) {
    if (!namesClient(patch)) {
      return false;
    }
    Client before = require(recording.organization(), account);
    Client after = before;
    if (patch.names("scopes")) {
      after = clients.setScopes(recording, after, set(wanted.scopes()));
    }
    if (patch.names("jwks")) {
      after = replaceKeys(recording, after, wanted.jwks());
    }
    if (wanted.dpopBoundAccessTokens() != null) {
      after = clients.setDpopBound(recording, after, wanted.dpopBoundAccessTokens());
    }
    return !after.equals(before);
  }

  private Client replaceKeys(Recording recording, Client client, @Nullable JsonNode jwks) {
    boolean byKeys = client.authMethod() == ClientAuthMethod.PRIVATE_KEY_JWT;
    if (jwks == null || jwks.isNull()) {
      if (byKeys) {
        throw IamException.validation("jwks", "required for 'private_key_jwt'");
      }
      return client;
    }
    if (!byKeys) {
      throw IamException.conflict("The client authenticates with a secret and has no keys.");
    }
    return clients.replaceKeys(recording, client.clientId(), JsonWebKeys.parse(jwks));
  }

  /** An account shows its client, so that its revision rises with a change of either. */
  private ServiceAccount raised(
      Recording recording, ServiceAccount before, ServiceAccount after, boolean otherClient) {
    return otherClient && after.revision() == before.revision()
        ? accounts.touch(recording, after)
        : after;
  }

  /** Suspends an account and revokes its clients: it acts no more, and gets no token. */
  public Shown delete(Recording recording, String reference, @Nullable String ifMatch) {
    OrganizationId organization = recording.organization();
    ServiceAccount before = accounts.get(organization, reference);
    new Revision(before.revision()).requireMatch(ifMatch);
    return shown(organization, suspend(recording, before), null);
  }

  /** Suspends an account, without an expected revision and for a caller that cannot see it. */
  public ServiceAccount suspend(Recording recording, ServiceAccount account) {
    boolean other = false;
    for (ClientState state : clients.of(recording.organization(), account.subject())) {
      Client before = state.client();
      other |= !clients.revoke(recording, before).equals(before);
    }
    ServiceAccount after =
        accounts.setStatus(recording, account.id(), ServiceAccount.Status.SUSPENDED);
    return raised(recording, account, after, other);
  }

  /**
   * Makes a new secret. A revoked client is active again, and so is its account. NOT_FOUND,
   * PRECONDITION_FAILED; CONFLICT when the account has no client.
   */
  public Shown rotate(
      Recording recording,
      String reference,
      @Nullable RotateSecretRequest request,
      @Nullable String ifMatch) {
    OrganizationId organization = recording.organization();
    ServiceAccount account = accounts.get(organization, reference);
    new Revision(account.revision()).requireMatch(ifMatch);
    Client client = require(organization, account);
    IssuedClient issued =
        clients.rotateSecret(recording, client, RotateSecretRequest.grace(request));
    ServiceAccount after =
        client.status() == ClientStatus.REVOKED
            ? accounts.setStatus(recording, account.id(), ServiceAccount.Status.ACTIVE)
            : account;
    return shown(organization, raised(recording, account, after, true), issued);
  }

  public Shown get(OrganizationId organization, String reference) {
    return transactions.call(
        () -> shown(organization, accounts.get(organization, reference), null));
  }

  /** By the accounts' ids. */
  public Map<String, ClientView> of(OrganizationId organization, List<ServiceAccount> all) {
    Map<String, ClientView> found = new HashMap<>();
    List<String> ids = all.stream().map(account -> account.id().toString()).toList();
    for (ClientState state : clients.ofAll(organization, SubjectRef.SERVICE_ACCOUNT, ids)) {
      found.putIfAbsent(state.client().subject().id(), ClientView.of(state, null));
    }
    return found;
  }

  private Client require(OrganizationId organization, ServiceAccount account) {
    return state(organization, account)
        .map(ClientState::client)
        .orElseThrow(() -> IamException.conflict("The service account has no client."));
  }

  private Shown shown(
      OrganizationId organization, ServiceAccount account, @Nullable IssuedClient issued) {
    return new Shown(
        account,
        state(organization, account).map(state -> ClientView.of(state, issued)).orElse(null));
  }

  private Optional<ClientState> state(OrganizationId organization, ServiceAccount account) {
    return clients.of(organization, account.subject()).stream().findFirst();
  }

  private static Set<String> set(@Nullable List<String> scopes) {
    return scopes == null ? Set.of() : new HashSet<>(scopes);
  }
}
