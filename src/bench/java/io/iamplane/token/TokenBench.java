package io.iamplane.token;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.iamplane.key.Es256;
import io.iamplane.shared.UuidV7;
import io.iamplane.testing.DpopKey;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.security.KeyPair;
import java.time.Clock;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.eclipse.microprofile.config.spi.ConfigProviderResolver;
import org.jspecify.annotations.NullUnmarked;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** One access token, from the client that asks to the signed text; and one that is verified. */
@State(Scope.Thread)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@NullUnmarked // JMH sets the fields
public class TokenBench {

  static final String OURS = "this";
  static final String BUILDER = "smallrye-jwt-build";
  static final String SIGNATURE = "the signature alone";
  static final String VERIFICATION = "a verification, with a key that was used before";
  static final String FIRST_SIGHT = "an access token that was not seen before";
  static final String JDK_VERIFICATION = "a verification by the JDK";
  static final String PROOF = "a DPoP proof but for its signature";
  static final String ES256_PROOF = "the signature of a DPoP proof by ES256";
  static final String ES512_PROOF = "the signature of a DPoP proof by ES512";

  @Param({
    OURS,
    BUILDER,
    SIGNATURE,
    VERIFICATION,
    FIRST_SIGHT,
    JDK_VERIFICATION,
    PROOF,
    ES256_PROOF,
    ES512_PROOF
  })
  public String maker;

  private Supplier<Object> work;

  @Setup
  public void prepare() {
    configure();
    KeyPair pair = Es256.generate();
    TokenMakers makers = new TokenMakers(pair, Clock.systemUTC());
    String proof = new DpopKey().proof("POST", "/oauth/token");
    // What a server has loaded before its first token.
    TokenMakers.signature(pair);
    UuidV7.next();
    JsonNodeFactory.instance.objectNode().put("a", 1).toString();
    work =
        switch (maker) {
          case OURS -> makers::own;
          case BUILDER -> makers::built;
          case SIGNATURE -> () -> TokenMakers.signature(pair);
          case VERIFICATION -> new Verifications(pair)::ours;
          case FIRST_SIGHT -> new FirstSight(pair, makers.own())::verified;
          case JDK_VERIFICATION -> new Verifications(pair)::jdk;
          case PROOF -> () -> DpopProof.parse(proof);
          case ES256_PROOF -> signed("ES256");
          case ES512_PROOF -> signed("ES512");
          default -> throw new IllegalArgumentException(maker);
        };
  }

  private static Supplier<Object> signed(String alg) {
    DpopProof proof = DpopProof.parse(new DpopKey(alg).proof("POST", "/oauth/token"));
    return () -> {
      if (!proof.isSigned()) {
        throw new IllegalStateException("the signature is not the key's");
      }
      return proof;
    };
  }

  /** The builder asks the configuration for each token; Quarkus has one, JMH's process none. */
  private static void configure() {
    ConfigProviderResolver.instance()
        .registerConfig(
            new SmallRyeConfigBuilder().addDefaultInterceptors().addDefaultSources().build(),
            Thread.currentThread().getContextClassLoader());
  }

  @Benchmark
  public Object make() {
    return work.get();
  }
}
