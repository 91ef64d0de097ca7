/**
 * A deployment: what distinguishes a service from the interface, as one object. `dialect` is what the client sends and
 * the service reads (`dialect.ts`); `sandbox` has settings of the sandbox that show further shapes of its responses. A
 * file contains the same object: `--deployment FILE`, `config import`, `config export`.
 */
export interface Deployment {
  readonly swathDeployment: 1;
  readonly name: string;
  /** Keys of the dialect, flat or nested. */
  readonly dialect?: Readonly<Record<string, unknown>>;
  /** Settings of the sandbox; the client ignores them. */
  readonly sandbox?: Readonly<Record<string, unknown>>;
}

/**
 * Built-in deployments by name. `recorded` has every form that recorded responses and requests of a real service show;
 * where a reaction is unknown, it has the one that is hardest on a client.
 */
export const DEPLOYMENTS = {
  recorded: {
    swathDeployment: 1,
    name: "recorded",
    dialect: {
      vendorPrefix: "acme",
      ascDescKey: "ascDsc",
      repeatNameCasing: "repeatrequestName",
      localTimeStyle: "nested",
      retaskEnvelope: "flat",
      "paths.repeatRetask": "/repeat-requests/{repeatRequestId}/retask",
      "paths.taskUpdate": "/task/{id}",
      "paged.method": "get",
    },
    sandbox: {
      // Spec silent: the reaction to members in another spelling. The sandbox ignores them in the form `recorded`, which
      // loses what was asked without a word, or refuses them (setting `unknownMembers`).
      unknownMembers: "ignore",
      unknownPath: "gateway",
      errorStyle: "recorded",
      idStyle: "long",
      itemForm: "recorded",
      catalogPaging: "gateway",
      collectionTypesShape: "paged",
      collectionTypesPath: "redirect",
      recordForm: "recorded",
      initialStatus: "received",
      statusReply: "history",
      searchPageSizes: "ranged",
      orderForm: "recorded",
      orderTtl: 3600,
      reviewStyle: "recorded",
      reorderPrice: "free",
      expiredDownload: "400",
      inProgressDownload: "400",
      exportNames: "compact",
    },
  },
} as const satisfies Record<string, Deployment>;

export const isDeploymentName = (name: string): name is keyof typeof DEPLOYMENTS =>
  Object.hasOwn(DEPLOYMENTS, name);
