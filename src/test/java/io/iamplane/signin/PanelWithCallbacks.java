package io.iamplane.signin;

import io.iamplane.database.Transactions;
import io.quarkus.arc.All;
import jakarta.enterprise.inject.Alternative;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A panel with redirect URIs that a test finds out while it runs, as an operator would set them.
 */
@Alternative
@Singleton
public class PanelWithCallbacks extends SignInClients {

  private final List<String> more = new CopyOnWriteArrayList<>();

  PanelWithCallbacks(
      PanelConfig config,
      @All List<SignInMethod> methods,
      ApplicationClientQuery query,
      SignInAdmission admission,
      Transactions transactions) {
    super(config, methods, query, admission, transactions);
  }

  public void add(String redirectUri) {
    more.add(redirectUri);
  }

  @Override
  public Optional<SignInClient> find(String clientId) {
    return super.find(clientId).map(client -> client.isPanel() ? with(client) : client);
  }

  private SignInClient with(SignInClient panel) {
    List<String> all = new ArrayList<>(panel.redirectUris());
    all.addAll(more);
    return SignInClient.panel(panel.id(), all, panel.postLogoutRedirectUris());
  }
}
