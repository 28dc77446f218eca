import {
  SSE_PATH,
  STREAMING_HEALTH_PATH,
  streamEvent,
  streamingError,
  streamingHealth,
  subscriptionFields,
  WS_PATH,
} from '#shared/schema/streaming.ts'
import {
  DOCUMENT_FRAME,
  DOCUMENT_OWNER,
  jsonContent,
  type OpenApiDocument,
  SECURITY_SCHEMES,
} from './openApiParts.ts'
import { type Components, type JsonSchema, schemaOf } from './openApiSchema.ts'

/** Version of the protocol, as in its paths. */
const STREAMING_VERSION = '2.0.0'
const TAG = 'streaming'

/** Returns the OpenAPI description of `/api/streaming`, derived from its schemas. */
export function openApiStreamingDocument(): OpenApiDocument {
  const components: Components = {}
  const subscription = schemaOf(subscriptionFields, components)
  const error = schemaOf(streamingError, components)
  // Messages are not bodies of answers: they are documented by their schema alone.
  schemaOf(streamEvent, components)
  const refused = (description: string): JsonSchema => ({ description, ...jsonContent(error) })
  const health = jsonContent(schemaOf(streamingHealth, components))
  const paths = {
    [SSE_PATH]: {
      post: {
        operationId: 'stream_sse',
        tags: [TAG],
        summary: 'Events of accounts and traces as server-sent events',
        description:
          'The first event is `connected`, with the id; every other one is `event`, whose data is a StreamEvent. A ' +
          'comment is sent every 15 seconds. There is no replay.',
        requestBody: { required: true, ...jsonContent(subscription) },
        responses: {
          200: {
            description: 'The stream',
            content: { 'text/event-stream': { schema: { type: 'string' } } },
          },
          400: refused('The subscription cannot be'),
          429: refused('Too many connections, or requests'),
          default: refused('Any other failure'),
        },
      },
    },
    [WS_PATH]: {
      get: {
        operationId: 'stream_ws',
        tags: [TAG],
        summary: 'The same over a WebSocket',
        description:
          'Frames from the client are JSON objects with `operation`: `subscribe` with the fields of a Subscription, ' +
          '`unsubscribe` with addresses or trace_external_hash_norms, and `ping`. Frames from the server are answers ' +
          'with `status` or `error`, or a StreamEvent, which has `type`.',
        responses: {
          101: { description: 'The WebSocket is open' },
          426: refused('The request does not ask for a WebSocket'),
          default: refused('Any other failure'),
        },
      },
    },
    [STREAMING_HEALTH_PATH]: {
      get: {
        operationId: 'stream_health',
        tags: [TAG],
        summary: 'Whether the parts that streams need work',
        responses: {
          200: { description: 'All of them work', ...health },
          503: { description: 'One of them does not', ...health },
        },
      },
    },
  }
  return {
    ...DOCUMENT_FRAME,
    info: {
      title: 'TON streaming API v2',
      version: STREAMING_VERSION,
      ...DOCUMENT_OWNER,
      description: 'Transactions, actions, traces, states and jetton balances as they change.',
    },
    tags: [{ name: TAG, description: 'Events of accounts and traces' }],
    paths,
    components: { schemas: components, responses: {}, headers: {}, securitySchemes: SECURITY_SCHEMES },
  }
}
