package io.iamplane.key.seal.vault;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.Optional;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;

/** The transit engine, and the login to it. */
@ConfigMapping(prefix = "iam.keys.vault")
public interface VaultConfig {

  /** The address of Vault or OpenBao, such as {@code https://vault.example.com:8200}. */
  Optional<String> url();

  /** The path that the transit engine is mounted at. */
  @WithDefault("transit")
  String mount();

  /** The name of the transit key, of an authenticated type such as {@code aes256-gcm96}. */
  @WithDefault("iam")
  String key();

  /** The namespace, where there are namespaces. */
  Optional<String> namespace();

  /** The token that requests carry; a file or a login is better, since both can be renewed. */
  Optional<String> token();

  /** A file with the token, read again for each request: an agent may renew it. */
  Optional<String> tokenFile();

  /** A file with the certificates (PEM) that the server's must come from; else the JDK's own. */
  Optional<String> caFile();

  /** Time limit of one question, all attempts together; 100 ms to 5 s. */
  @WithDefault("2s")
  @DurationMin(millis = 100)
  @DurationMax(seconds = 5)
  Duration timeout();

  /** A login with the service account of the pod, in place of a token. */
  Kubernetes kubernetes();

  /** A login with the service account of the pod, in place of a token. */
  interface Kubernetes {

    /** The role to log in with; turns the login on. */
    Optional<String> role();

    /** The path that the Kubernetes authentication is mounted at. */
    @WithDefault("kubernetes")
    String mount();

    /** The pod's own token, made for Vault as its audience. */
    @WithDefault("/var/run/secrets/kubernetes.io/serviceaccount/token")
    String tokenFile();
  }
}
